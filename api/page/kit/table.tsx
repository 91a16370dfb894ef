// A table of figures: sorted by its heads, walked with the arrow keys, each cell opening what stands behind it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Detail, showDetail } from "./detail.tsx";

export type Column<Row> = {
  readonly id: string;
  readonly label: string;
  /** Stands behind the label; the unit of all its figures. */
  readonly unit?: string;
  readonly kind: "text" | "figure";
  /** What it is sorted by; null stands last either way. Without it there is no order by this column. */
  readonly by?: (row: Row) => number | string | null;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether it holds no value because none was measured. */
  readonly isGap?: (row: Row) => boolean;
  /** What Enter and a click open. */
  readonly detail?: (row: Row) => Detail | null;
};
export type Sort = { readonly id: string; readonly isDown: boolean };

type TableProps<Row> = {
  readonly caption: ComponentChildren;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
  /** Cells whose figure just changed, as `<row> <column>`, and which way. */
  readonly moved?: ReadonlyMap<string, "up" | "down">;
  readonly empty: ComponentChildren;
};

/** Rows in an order; of equal ones the first stays first. */
export function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const by = columns.find(({ id }) => id === sort?.id)?.by;
  if (by === undefined || sort === null) return rows;
  const way = sort.isDown ? -1 : 1;
  return rows
    .map((row) => ({ row, key: by(row) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * way;
    })
    .map(({ row }) => row);
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -999],
  End: [0, 999],
};

const cellOf = (target: EventTarget | null): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest<HTMLTableCellElement>("tbody [data-cell]") : null;

/** One cell of the body can be reached by Tab, and from it all others with the arrows. */
function enter(body: HTMLElement, cell: HTMLTableCellElement | null): void {
  for (const one of body.querySelectorAll('[tabindex="0"]')) if (one !== cell) one.setAttribute("tabindex", "-1");
  cell?.setAttribute("tabindex", "0");
}

const clamp = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1);

function walk(event: KeyboardEvent): void {
  const cell = cellOf(event.target);
  const row = cell?.closest("tr");
  const body = cell?.closest("tbody");
  if (cell === null || !row || !body || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    if (event.target !== cell) return;
    event.preventDefault();
    const inner = cell.querySelector<HTMLElement>("a, button");
    (inner ?? cell).click();
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = body.rows[clamp(row.sectionRowIndex + step[0], body.rows.length)];
  const to = next?.cells[clamp(cell.cellIndex + step[1], next.cells.length)];
  if (to === undefined) return;
  enter(body, to);
  to.focus();
}

function Head<Row>({
  column,
  sort,
  onSort,
}: { readonly column: Column<Row> } & Pick<TableProps<Row>, "sort" | "onSort">) {
  const { id, label, unit, kind, by } = column;
  const isHere = sort?.id === id;
  const name = (
    <>
      {label}
      {unit !== undefined && unit !== "" && <span class="unit">, {unit}</span>}
    </>
  );
  if (by === undefined) {
    return (
      <th scope="col" class={kind}>
        {name}
      </th>
    );
  }
  // Figures are first wanted from the greatest down, text and ranks from the first up.
  const first = kind === "figure" && id !== "rank";
  return (
    <th scope="col" class={kind} aria-sort={isHere ? (sort.isDown ? "descending" : "ascending") : "none"}>
      <button type="button" onClick={() => onSort({ id, isDown: isHere ? !sort.isDown : first })}>
        {name}
        <span class="way" aria-hidden="true">
          {isHere ? (sort.isDown ? "↓" : "↑") : ""}
        </span>
      </button>
    </th>
  );
}

function cellClass<Row>(column: Column<Row>, row: Row, way: "up" | "down" | undefined): string {
  const gap = column.isGap?.(row) === true ? " gap" : "";
  return `${column.kind}${gap}${way === undefined ? "" : ` went-${way}`}`;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, sort, onSort, moved, empty } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const isFocused = useRef(false);
  // Rows come, go and change places: there is always one cell to enter by, and who walks here stays here.
  useEffect(() => {
    const here = body.current;
    if (here === null) return;
    if (here.querySelector('[tabindex="0"]') === null) enter(here, here.querySelector("[data-cell]"));
    if (!isFocused.current || document.activeElement !== document.body) return;
    here.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
  const open = (event: Event) => {
    const cell = cellOf(event.target);
    if (cell === null || (event.target instanceof Element && event.target.closest("a, button") !== null)) return;
    const row = rows.find((one) => keyOf(one) === cell.closest<HTMLElement>("tr")?.dataset.row);
    const detail = row && columns.find(({ id }) => id === cell.dataset.cell)?.detail?.(row);
    if (detail) showDetail(detail);
  };
  return (
    <table
      class="grid"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked is a grid.
      role="grid"
      onKeyDown={walk}
      onClick={open}
      onFocusIn={(event) => {
        const cell = cellOf(event.target);
        isFocused.current = cell !== null;
        if (cell && body.current) enter(body.current, cell);
      }}
      onFocusOut={(event) => {
        // A row that changes its place loses the focus to nobody.
        if (event.relatedTarget !== null) isFocused.current = false;
      }}
    >
      <caption>
        <span>{caption}</span>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => {
          const key = keyOf(row);
          return (
            <tr key={key} data-row={key}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-cell={column.id}
                  tabIndex={-1}
                  class={cellClass(column, row, moved?.get(`${key} ${column.id}`))}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
        {rows.length === 0 && (
          <tr>
            <td class="text none" colSpan={columns.length}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
