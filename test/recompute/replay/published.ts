// What each build published, kept packed, so that one that is made again otherwise can be told by its members.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Deps } from "../../../jobs/deps.ts";
import { differences } from "../../../jobs/replay/differences.ts";
import { rebuild } from "../../../jobs/replay/replay-builds.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { buildKnown } from "../../../schema/query/service/build-known.ts";

const WHOLES = [SNAPSHOTS.market, SNAPSHOTS.tokens];
const MEMBERS_MAX = 20;

export type Published = {
  /** Keeps what is published now, as that of a build. */
  keep(version: number): Promise<void>;
  /** Builds that are kept, and the frame that one of them published. */
  versions(): readonly number[];
  frameOf(version: number, name: string): Buffer;
  /** Where what is made again of a build differs, and both values there. */
  tell(version: number): Promise<readonly string[]>;
};

/** A frame as one value: parts are texts of JSON or lines of them. */
function read(frame: Buffer | undefined): unknown {
  const decoded = frame && decodeFrame(frame);
  if (!decoded) return null;
  const partOf = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text.split("\n").map((line) => (line.startsWith("{") || line.startsWith("[") ? JSON.parse(line) : line));
    }
  };
  const parts = [...decoded.parts].map(([name, body]) => [name, partOf(body.toString())]);
  return { meta: decoded.meta, parts: Object.fromEntries(parts) };
}

function at(value: unknown, pointer: string): string {
  const steps = pointer.split("/").slice(1);
  const found = steps.reduce<unknown>(
    (inner, step) => (inner as Record<string, unknown> | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    value,
  );
  return JSON.stringify(found)?.slice(0, 200) ?? "nothing";
}

export function openPublished({ redis, store }: Deps, tokens: readonly string[]): Published {
  const names = [...tokens.map((token) => SNAPSHOTS.state(token)), ...WHOLES];
  const kept = new Map<number, ReadonlyMap<string, Buffer>>();
  return {
    async keep(version) {
      const frames = await redis.mgetBuffer(names.map(KEYS.snapshot));
      kept.set(version, new Map(names.map((name, index) => [name, deflateRawSync(frames[index] ?? Buffer.of())])));
    },
    versions: () => [...kept.keys()],
    frameOf: (version, name) => inflateRawSync(kept.get(version)?.get(name) ?? Buffer.of()),
    async tell(version) {
      const [row] = await store.query(buildKnown, { versions: [version] });
      if (!row) return [];
      const { states, wholes } = await rebuild(store, row, tokens, "sandbox");
      const again = new Map([...states].map(([token, frame]) => [SNAPSHOTS.state(token), frame]));
      for (const [name, frame] of wholes) again.set(name, frame);
      return names.flatMap((name) => {
        const before = read(inflateRawSync(kept.get(version)?.get(name) ?? Buffer.of()));
        const after = read(again.get(name));
        const members = differences(before, after).slice(0, MEMBERS_MAX);
        return members.map((member) => `  ${name}${member}: ${at(before, member)}, made again ${at(after, member)}`);
      });
    },
  };
}
