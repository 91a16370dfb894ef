// Words of the language that are spelt almost like words of ours, and are no slips of them.

export const NEAR_WORDS =
  "abort subsidised subsidized tipped actions adapt admit alter amounts analytics announce answers assert asserts auction audio avoids " +
  "aware backer balanced balancer balancers bases basic basics beats begins betters bitter black blade bleak " +
  "bonus bound breaks brick brier brought brown butter calculating callee caller cased cases casing cells " +
  "certs chains chair chance chars charts checks circular clause clone cloned closer closes closures codes " +
  "coding companies companion compiling composing composition computation computing concert confusion " +
  "construct constructs contact contrast cores covert cream crush cryptos custom dealt depletion deployed " +
  "deployer depths detail detection developed differences directions directive divert effects ether evaluate " +
  "evaluates evaluating exception excessive exclusive expressive extras facing fails faked findings finds " +
  "firing fixes flash floats floor forked formed forth foster giant given greedy groups grunt halving handled " +
  "handler handles handy hardening header headings heard hodler holes hoops hundreds immediate impacts implies " +
  "importance importing inflating informative intercept intercepted inventory isolate isolation jitter knows " +
  "larger latter layer levels lights limits linting listed listing lively logged loggers logging logs longer " +
  "looked lookup loops loser loses marked master matters meant measured measures metal minors misses mixed " +
  "models monkey negatively networks newer noting numbers observe occurs offer older opens opinions oven " +
  "overlay packets palace parse parsed passed payer peace percentile percents permissive piped piping placed " +
  "places plane plate plausible pointing portions positives possibly precisely predicate preset press pride " +
  "prime prize probable proceeds processed programs projects promoted protect protocols punishing questions " +
  "quirk races radio raises ratios reaches redact redaction rejecting rejection relatively renounce repairing " +
  "reserved resort responses resulting retain retrieval retrieved retrieves rewrites rewritten rights rolled " +
  "roses safely sample saves saving scheduler scope seasons services sessions setting shaft shaking shape " +
  "shapes shared sharp shell shells shirts shoot shorter similarly simpler simply simulation sites situations " +
  "sized sizes skill slack slash smells smoke snack snake sorting sorts sounds sourced sources spaces " +
  "specially spelling splitting sport staff stage staging staring stars starts state stated steak steel steep " +
  "steps sting stores string swallow sweet swift systems takers talking taxed terms thorough though thousands " +
  "threat three throughout tickers ticket tides timed timer timers tired todays totals traced tracer traces " +
  "tracing train transform transforms transition transitions translation trial tries trough tuned underline " +
  "unusually updated updates upload usable vague validation values valve variation verifies walking walks " +
  "white winter yields ";
/** Everyday words that a slip turns into none of ours. */
export const EVERYDAY_WORDS =
  "something everything anything nothing someone somebody everybody everyone anybody anyone nobody somewhere " +
  "everywhere sometimes otherwise together whatever whenever whoever however therefore because probably actually " +
  "another between through against without already although thinking starting thought should would could " +
  "safety throughput halving holdings budget " +
  "actuality aided breed bring charge charged clash climber collected combine connected contradict cooked " +
  "counteract curse daring deceased deceiving depressing dripping drown embed expend exploited explore " +
  "explored extremity failing fever filling fling folly glowing grain hampered haven honesty insider intro " +
  "lever logger loving marker meeting modesty mounter mouth naked overt paste perpetuate plugged plush " +
  "poster prince quota racket ready realty recorder recording regretted remainder repeating retract rinse " +
  "scammed shaped shipping shower shrine siding singing skipped slapped slime snagged solar spending spine " +
  "staple strand strengths stripping subsidy surfing tirade torch touchy tripped vetting wanted warning " +
  "width wired witch worthy";
