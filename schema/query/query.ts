// What a query is: a text with a name, and the types of what goes in and what comes out.

/**
 * A named query with its row type; parameters as `{name:Type}` in the text. Its parameter `known` is the last instant
 * there is where nobody gives one: what is asked about is what is stored by now.
 */
export type Query<Params, Row> = {
  readonly name: string;
  readonly sql: string;
  readonly params?: (params: Params) => Record<string, unknown>;
  readonly row?: Row;
};
