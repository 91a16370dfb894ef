// Where callers met of late stand: found as a map would find them, and forgotten by halves.
import t from "tap";
import { GROUP_MAX, openPlaces } from "../../../api/gate/place.ts";

type Group = { readonly name: string; readonly ids: string[] };
const KEPT = 64;

t.test("places are found as a map of the same callers would find them, also deleted and added again", async (t) => {
  const places = openPlaces<Group>(KEPT, 7);
  const known = new Map<string, { group: Group; at: number }>();
  let group: Group = { name: "first", ids: [] };
  // A linear congruence is random enough here, and the same each time.
  let state = 11;
  const draw = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
  let added = 0;
  for (let step = 0; step < 4_000 && added < KEPT; step++) {
    const id = `ip:10.0.0.${draw(40)}`;
    t.same(places.find(id), known.get(id) ?? null, id);
    if (known.has(id)) {
      places.delete(id);
      known.delete(id);
      continue;
    }
    if (draw(5) === 0) group = { name: `${step}`, ids: [] };
    const at = group.ids.push(id) - 1;
    places.add(group, at);
    known.set(id, { group, at });
    added += 1;
  }
});

t.test("as many as are to be kept are found behind their like, older ones are forgotten by halves", async (t) => {
  const places = openPlaces<Group>(KEPT, 7);
  const groups = Array.from({ length: 5 }, (_, name) => ({ name: `${name}`, ids: [] as string[] }));
  for (const group of groups) {
    for (let at = 0; at < KEPT; at++) places.add(group, group.ids.push(`ip:10.${group.name}.0.${at}`) - 1);
    for (let at = 0; at < KEPT; at++) t.equal(places.find(`ip:10.${group.name}.0.${at}`)?.at, at);
  }
  t.same(
    [...places.all()].map(({ name }) => name),
    ["3", "4"],
  );
  t.equal(places.find("ip:10.3.0.0")?.group.name, "3");
  for (const name of [0, 1, 2]) t.equal(places.find(`ip:10.${name}.0.5`), null);
});

t.test("the last place of a group is found", async (t) => {
  const places = openPlaces<Group>(2 * GROUP_MAX, 7);
  for (const name of ["a", "b"]) {
    const group = { name, ids: Array.from({ length: GROUP_MAX }, (_, at) => `${name}${at}`) };
    for (let at = 0; at < GROUP_MAX; at++) places.add(group, at);
  }
  t.match(places.find(`b${GROUP_MAX - 1}`), { group: { name: "b" }, at: GROUP_MAX - 1 });
  t.match(places.find("a0"), { group: { name: "a" }, at: 0 });
});
