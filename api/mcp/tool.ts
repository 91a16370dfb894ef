// The tools on offer: rows of the table joined with the contracts of their calls.
import { type Check, compile } from "../../schema/check.ts";
import type { Contract, Route } from "../contract.ts";
import { priceOf } from "../surface/price.ts";
import { type InputShape, inputOf, outputOf, type Shape } from "./shape.ts";
import type { Args, ToolRow } from "./tool-row.ts";
import { TOOL_TABLE } from "./tool-table.ts";

export type Tool = {
  readonly row: ToolRow;
  readonly routes: readonly Route[];
  /** As it is listed. */
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: InputShape;
    readonly outputSchema: Shape;
    readonly annotations: ToolRow["hints"];
  };
  readonly isInput: Check<unknown>;
  /** The call that these arguments ask for. */
  routeOf(args: Args): Route;
};

/** What a value looks like that is not there. */
const MISSING = ' "unassessed": not measured.';
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What it costs, as the calls are priced. */
function sayPrice({ dearer }: ToolRow, contracts: readonly Contract[]): string {
  const [price = "free", other] = [...new Set(contracts.map(priceOf))];
  return `${capital(price)}${other === undefined ? "" : `; ${dearer}: ${other}`}.`;
}

function makeTool(row: ToolRow, routes: readonly Route[]): Tool {
  const contracts = routes.map(({ contract }) => contract);
  const inputSchema = inputOf(row, contracts);
  const [first] = routes;
  if (first === undefined) throw new Error(`the tool ${row.name} has no call`);
  return {
    row,
    routes,
    listed: {
      name: row.name,
      title: row.title,
      description: `${row.about} ${sayPrice(row, contracts)}${row.isMeasured === false ? "" : MISSING}`,
      inputSchema,
      outputSchema: outputOf(contracts),
      annotations: row.hints,
    },
    isInput: compile(inputSchema as Parameters<typeof compile>[0]),
    routeOf(args) {
      const { choice, pick } = row;
      const isMeant = ({ contract }: Route) =>
        choice === undefined ? contract.id === pick?.(args) : choice.of(contract) === args[choice.name];
      return routes.find(isMeant) ?? first;
    },
  };
}

/** In the order of the table; a tool without all of its calls is not offered. */
export function toolsOf(routes: readonly Route[]): readonly Tool[] {
  const byId = new Map(routes.map((route) => [route.contract.id, route]));
  return TOOL_TABLE.flatMap((row) => {
    const wanted = row.routes;
    const own =
      typeof wanted === "function"
        ? routes.filter(({ contract }) => wanted(contract))
        : wanted.flatMap((id) => byId.get(id) ?? []);
    const isWhole = typeof wanted === "function" ? own.length > 0 : own.length === wanted.length;
    return isWhole ? [makeTool(row, own)] : [];
  });
}
