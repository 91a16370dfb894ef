// Gives the writer of types the TypeScript it asks for, out of a package that brings one along: ours is a later one, which
// nothing can be asked of as a library.
import { register } from "node:module";

const HOOKS = `
const source = ${JSON.stringify(`import common from ${JSON.stringify(import.meta.resolve("@ts-morph/common"))}; export default common.ts;`)};
export async function resolve(name, context, next) {
  if (name !== "typescript" || !context.parentURL?.includes("/openapi-typescript/")) return next(name, context);
  return { url: "data:text/javascript," + encodeURIComponent(source), shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
