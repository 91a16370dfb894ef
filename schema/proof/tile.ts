// Tiles of the log as C2SP tlog-tiles names them: 256 hashes of one level, or as many entries, under a path for ever.

/** Hashes of a whole tile. */
export const TILE_WIDTH = 256;
/** Levels of the tree that one level of tiles spans. */
const TILE_HEIGHT = 8;

export type Tile = {
  /** Of tiles: level 0 holds the hashes of leaves, each hash above that of a whole tile. `entries`: the leaves themselves. */
  readonly level: number | "entries";
  readonly index: number;
  /** 1 to 256; fewer than 256 where the tile is partial. */
  readonly width: number;
};

const PATH = /^\/tile\/(entries|0|[1-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/){0,4}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** `1234067` is `x001/x234/067`. */
function indexText(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
}

export const tilePath = ({ level, index, width }: Tile): string =>
  `/tile/${level}/${indexText(index)}${width === TILE_WIDTH ? "" : `.p/${width}`}`;

/** The tile that a path names; null for any other text, and for another spelling of a tile. */
export function readTilePath(path: string): Tile | null {
  const [, level, index, width] = PATH.exec(path) ?? [];
  if (level === undefined || index === undefined) return null;
  const tile: Tile = {
    level: level === "entries" ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return tilePath(tile) === path && tile.width <= TILE_WIDTH ? tile : null;
}

/** Leaves that a log has at least once the tile is there. */
export const leavesUnder = ({ level, index, width }: Tile): number =>
  (index * TILE_WIDTH + width) * TILE_WIDTH ** (level === "entries" ? 0 : level);

/** Level in the tree of the hashes of a tile. */
export const treeLevelOf = (level: number): number => level * TILE_HEIGHT;
