// `npm run client`: writes a typed client of the API, made of its own description, into a folder.
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describeApi } from "../../api/surface/openapi.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";
import "./compiler.js";

const CLIENT = `// The API as typed calls. Written by \`npm run client\`; needs the package openapi-fetch.
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

export type { components, operations, paths } from "./api.js";

type Options = {
  /** Of a design partner. */
  readonly key?: string;
  /** Such as one that pays. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** \`baseUrl\`: where the service answers, without a path. */
export const openClient = (baseUrl: string, { key, fetch }: Options = {}) =>
  createClient<paths>({
    baseUrl,
    ...(fetch === undefined ? {} : { fetch }),
    headers: key === undefined ? {} : { authorization: \`Bearer \${key}\` },
  });
`;

const [given = "client"] = process.argv.slice(2);
const folder = resolve(given);
// It asks for its TypeScript as it is loaded.
const { astToString, default: writeTypes } = await import("openapi-typescript");
const description = describeApi({ env: parseEnv({}) }) as unknown as Parameters<typeof writeTypes>[0];
const types = astToString(await writeTypes(description, { silent: true }));
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "api.d.ts"), types);
await writeFile(join(folder, "client.ts"), CLIENT);
process.stdout.write(`${folder}: api.d.ts, client.ts\n`);
