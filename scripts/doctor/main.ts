// `npm run doctor`: looks at everything a service stands on, says what is wrong and what to do, and changes nothing.
import { examine } from "./examine.ts";
import { lineOf, summaryOf } from "./finding.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const findings = await examine(process.env, (finding) => say(lineOf(finding)), Date.now);
say(`\n${summaryOf(findings)}`);
process.exit(findings.some(({ level }) => level === "fail") ? 1 : 0);
