// GET /tile/…: the proof log as C2SP tlog-tiles, so that any monitor and any witness reads it without code of ours.
import { fault } from "../../schema/fault.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { leavesUnder, readTilePath, type Tile } from "../../schema/proof/tile.ts";
import { FOR_GOOD_S } from "../answer/cache-control.ts";
import type { Deps } from "../deps.ts";
import { readTile } from "../proof/read-tile.ts";
import { signedLogOf } from "../proof/signed-log.ts";
import { openStoreReads } from "../store-read.ts";
import type { Page, PageFamily } from "./page.ts";

const readStore = openStoreReads(4, {
  busy: "Too many tiles are being read just now; try again.",
  away: "The log cannot be read.",
  logged: "a tile was not read",
});

/** Throws proof_not_found where the signed log does not reach that far: nothing unsigned is shown. */
async function tileBytes(tile: Tile, deps: Deps): Promise<Buffer> {
  const size = signedLogOf(deps)?.meta.size ?? 0;
  if (leavesUnder(tile) > size) {
    throw fault(
      "proof_not_found",
      `The signed log has ${size} entries, and so no such tile; /checkpoint says how many.`,
    );
  }
  return readStore(deps, async (store) => {
    try {
      return await readTile(store, tile);
    } catch (cause) {
      if (cause instanceof TreeFault) deps.alarm?.("the log", cause.message);
      throw cause;
    }
  });
}

const pageOf = (path: string, tile: Tile): Page => ({
  path,
  contentType: "application/octet-stream",
  maxAgeS: FOR_GOOD_S,
  isExact: true,
  render: (deps) => tileBytes(tile, deps),
});

export const tilePages: PageFamily = {
  prefix: "/tile/",
  pageAt(path) {
    const tile = readTilePath(path);
    return tile === null ? null : pageOf(path, tile);
  },
};
