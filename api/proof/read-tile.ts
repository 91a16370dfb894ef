// Reads a tile of the log from the store, as the bytes that C2SP tlog-tiles gives it.
import type { Store } from "../../schema/io/clickhouse.ts";
import { overNodes, TreeFault } from "../../schema/proof/read-nodes.ts";
import { TILE_WIDTH, type Tile, treeLevelOf } from "../../schema/proof/tile.ts";
import { logLeafRange } from "../../schema/query/log/log-leaf-range.ts";
import { storedIn } from "./read-tree.ts";

/** What the log holds of an object: its SHA-256, after the two bytes of its length. */
function entryOf(hash: string): Buffer {
  const data = Buffer.from(hash, "hex");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([length, data]);
}

async function readEntries(store: Store, from: number, count: number): Promise<Buffer> {
  const rows = await store.query(logLeafRange, { from, limit: count });
  if (rows.length < count) throw new TreeFault(`the leaf ${from + rows.length} is not stored`);
  return Buffer.concat(
    rows.map(({ leaf_index, hash }, offset) => {
      if (leaf_index !== from + offset) throw new TreeFault(`leaf ${from + offset} is missing or doubled`);
      return entryOf(hash);
    }),
  );
}

/** 32 bytes a hash, or a length and 32 bytes an entry. Throws TreeFault where the stored log has not all of it. */
export function readTile(store: Store, { level, index, width }: Tile): Promise<Buffer> {
  const from = index * TILE_WIDTH;
  if (level === "entries") return readEntries(store, from, width);
  const places = Array.from({ length: width }, (_, at) => ({ level: treeLevelOf(level), index: from + at }));
  return overNodes((read) => Buffer.concat(places.map(read)), storedIn(store));
}
