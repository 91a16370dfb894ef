// A claim that was made from facts, and what it comes to.
export type Truth = "supported" | "contradicted" | "unknown";
export type Made = { readonly token: string; readonly text: string; readonly truth: Truth; readonly group: string };
