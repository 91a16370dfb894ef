// The page /agents/{id} in the browser.
import { render } from "preact";
import type { AgentCardAnswer } from "../../../schema/object/agent.ts";
import { classChip } from "../kit/chip.tsx";
import { DetailHost } from "../kit/detail.tsx";
import { plain, words } from "../kit/format.ts";
import { Later } from "../kit/later.tsx";
import { isAsking, useLive } from "../kit/live.ts";
import { Standing } from "../kit/standing.tsx";
import { Wide } from "../kit/wide.tsx";
import { Form } from "./form.tsx";

type Card = AgentCardAnswer["data"];
const CARD_MS = 300_000;

const Verdicts = ({ card }: { readonly card: Card }) => (
  <ul class="statements">
    {card.verdicts.map(({ value, class: kind, meaning }) => (
      <li key={value}>
        {classChip(kind, value)} {meaning}
      </li>
    ))}
    <li>
      Where no rule fires: {card.otherwise}. Where what decides was not measured: {card.lacking}.
    </li>
  </ul>
);

const thresholdText = (threshold: number | string): string =>
  typeof threshold === "number" ? plain(threshold) : `your ${words(threshold)}`;

const SIGNS = { ">": ">", ">=": "≥", "<": "<", "<=": "≤" } as const;

function Rules({ card }: { readonly card: Card }) {
  const says = new Map(card.metrics.map(({ metric, says }) => [metric, says]));
  return (
    <Wide label="Rules">
      <table>
        <caption>
          <span>Of the rules that fire, the verdict that stands first above counts</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Verdict</th>
            <th scope="col">When</th>
            <th scope="col">Why the threshold is there</th>
          </tr>
        </thead>
        <tbody>
          {card.rules.map((rule) => (
            <tr key={rule.code} data-row={rule.code}>
              <th scope="row">{words(rule.code)}</th>
              <td>{classChip(rule.class, rule.verdict)}</td>
              <td>
                {rule.when
                  .map(
                    ({ metric, comparator, threshold }) =>
                      `${says.get(metric) ?? words(metric)} ${SIGNS[comparator]} ${thresholdText(threshold)}`,
                  )
                  .join(" and ")}
              </td>
              <td>{rule.why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

const List = ({ title, list }: { readonly title: string; readonly list: readonly string[] }) =>
  list.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul class="statements">
        {list.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  );

function Agent({ id }: { readonly id: string }) {
  const live = useLive<Card>(`/v1/agents/${encodeURIComponent(id)}`, CARD_MS);
  const card = live.answer?.body.data;
  if (card === undefined) return isAsking(live) ? <div class="stats waiting" /> : <Standing live={live} what="card" />;
  return (
    <>
      <h2>Run it</h2>
      <Form key={card.version} card={card} />
      <Later>
        <h2>Verdicts</h2>
        <Verdicts card={card} />
        <h2>Rules</h2>
        <Rules card={card} />
        <List title="Read for the run alone" list={card.live} />
        <List title="What it does not look at" list={card.not_checked} />
      </Later>
    </>
  );
}

const place = document.getElementById("view");
if (place) {
  place.replaceChildren();
  const [, , id = ""] = location.pathname.split("/");
  render(
    <>
      <Agent id={decodeURIComponent(id)} />
      <DetailHost />
    </>,
    place,
  );
}
