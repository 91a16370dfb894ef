// How rises and falls are called: phrases with a bar between them.
import { inflected } from "./inflect.ts";

const withForms = (phrases: string, verbs: string): string => [phrases, ...inflected(verbs)].join("|");

export const MOVES_UP = withForms(
  "up|gained ground|gaining ground|made gains|rose|risen|rise|rises|rising|gained|gain|gains|gaining|climbed|climb|climbs|climbing|increased|increase|increases|increasing|grew|grown|grow|growing|advanced|added|higher|in the green|green|appreciated|went up|went higher|gone higher|gone up|has gone up|rallied|rally|rallying|jumped|jump|recovered|bounced|moved up|moving up|ticked up|edged up|edged higher|moved higher|trended up|put on|rebounded|bounced back|expanded|picked up|in the plus|in profit|going up|inched up|uptick|uptick of|gain of|rise of|increase of|advance of|positive change|strengthened|swelled|building|building up|built up|crept up|crept higher|creeping up|grinding up|grinding higher|ground higher|firmed|clawed back|pushed higher|drifted higher|nudged higher|nudged up|inched higher|mounting|mounted|heading up|tacked on|go up|goes up|have up|appreciating|expanding|printing green|raised|ascended|augmented",
  "climb gain advance increase jump rally bounce rebound recover appreciate strengthen expand grow/grew/grown rise/rose/risen ascend",
);
export const MOVES_DOWN = withForms(
  "down|shaved off|shaved|knocked off|lopped off|bled|bleeding|loss|losses|fell|fallen|fall|falls|falling|dropped|drop|drops|dropping|declined|decline|declines|declining|decreased|decrease|decreases|decreasing|lost|lose|loses|losing|shed|slipped|slip|slid|sliding|shrank|shrunk|shrink|shrinking|lower|in the red|red|depreciated|went down|went lower|gone lower|gone down|has gone down|retreated|eased|weakened|moved down|moving down|ticked down|edged down|edged lower|moved lower|trended down|gave up|given up|contracted|cooled|in the minus|at a loss|going down|inched down|drop of|fall of|decline of|loss of|decrease of|dipped|dip|sank|sunk|came down|come down|pulled back|softened|receded|ebbed|waned|subsided|sagged|dwindled|drifted lower|crept lower|inched lower|stumbled|skidded|thinned|came off|corrected|retraced|pared|trimmed|going lower|go down|goes down|heading down|heading lower|have down|diminished|narrowed|dropping off|dropped off|tapered off|losing ground|lost ground|descended|descending|slowed|slowed down|slowing",
  "drop fall/fell/fallen slip slide/slid lose/lost shed/shed sink/sank/sunk decline decrease retreat weaken depreciate dwindle recede sag contract shrink/shrank/shrunk soften dip retrace wane ebb subside diminish erode deteriorate bleed/bled descend",
);
export const STRONG_UP = withForms(
  "soared|surged|skyrocketed|mooned|pumped|spiked|exploded|ripped|shot up|surging|soaring|spiking|pumping|rocketed|leapt|ripping|ripped higher|flying|popped|sending|sent it|mooning|melting up|rocketing|skyrocketing|exploding|zoomed|vaulted|blew up|ballooned|swelling",
  "soar surge skyrocket spike explode rocket zoom moon pump rip balloon",
);
export const STRONG_DOWN = withForms(
  "crashed|plunged|tanked|dumped|collapsed|plummeted|tumbled|nuked|crashing|plunging|crash|tumbling|collapsing|dumping|cratered|nosedived|slumped|nuking|nuke|flushed|got flushed|wiped|evaporated|cratering|imploded|hammered|smashed|slammed|battered|dried up|collapsing|bled out|puked|tanking|plummeting|plunge|plunging|getting smoked|evaporating|slumping",
  "crash plunge tank dump collapse plummet tumble nosedive slump crater implode nuke evaporate",
);
