// How rises and falls are called: phrases with a bar between them.

export const MOVES_UP =
  "up|rose|risen|rise|rises|rising|gained|gain|gains|gaining|climbed|climb|climbs|climbing|increased|increase|increases|increasing|grew|grown|grow|growing|advanced|added|higher|in the green|green|appreciated|went up|went higher|gone higher|gone up|has gone up|rallied|rally|rallying|jumped|jump|recovered|bounced|moved up|moving up|ticked up|edged up|edged higher|moved higher|trended up|put on|rebounded|bounced back|expanded|picked up|in the plus|in profit|going up|inched up|uptick|uptick of|gain of|rise of|increase of|advance of|positive change|strengthened|swelled";
export const MOVES_DOWN =
  "down|bled|bleeding|loss|losses|fell|fallen|fall|falls|falling|dropped|drop|drops|dropping|declined|decline|declines|declining|decreased|decrease|decreases|decreasing|lost|lose|loses|losing|shed|slipped|slip|slid|sliding|shrank|shrunk|shrink|shrinking|lower|in the red|red|depreciated|went down|went lower|gone lower|gone down|has gone down|retreated|eased|weakened|moved down|moving down|ticked down|edged down|edged lower|moved lower|trended down|gave up|given up|contracted|cooled|in the minus|at a loss|going down|inched down|drop of|fall of|decline of|loss of|decrease of|dipped|dip|sank|sunk|came down|come down|pulled back|softened";
export const STRONG_UP =
  "soared|surged|skyrocketed|mooned|pumped|spiked|exploded|ripped|shot up|surging|soaring|spiking|pumping|rocketed|leapt";
export const STRONG_DOWN =
  "crashed|plunged|tanked|dumped|collapsed|plummeted|tumbled|nuked|crashing|plunging|crash|tumbling|collapsing|dumping|cratered|nosedived|slumped";
