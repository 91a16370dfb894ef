// Numbers what was issued or detected. A batch is inserted under the number it starts at, and the store takes one block a
// token: of two appenders one wins, so numbers have neither holes nor doubles, whoever dies when, and nothing is lost:
// what is no event yet is found in the rows themselves.

import type { EventRow } from "../../schema/dataset/signal/event.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { eventUnnumbered } from "../../schema/query/issued/event-unnumbered.ts";
import { onceMore } from "../in-turn.ts";

const BATCH_MAX = 1_000;

type AppendDeps = { readonly store: Store; readonly clock: Clock; readonly redis: Redis };

/** Of those who issue at once in a process, all that wait are served by one look. */
const append = onceMore(async (store: Store, clock: Clock, redis: Redis): Promise<void> => {
  for (;;) {
    const found = await store.query(eventUnnumbered, { limit: BATCH_MAX });
    const [first] = found;
    if (!first) return;
    const at = clock.now();
    const lines = found.map(({ next, ...one }, offset): string =>
      JSON.stringify({ ...one, number: next + offset, written_at: at } satisfies EventRow),
    );
    await store.insertEncoded("event", Buffer.from(lines.join("\n")), `event~${first.next}`);
    await redis.set(KEYS.eventsNew, first.next).catch(() => undefined);
  }
});

/** Appends all there is, and says that there is something for monitors; what is said in vain is looked for each minute. */
export const appendEvents = ({ store, clock, redis }: AppendDeps): Promise<void> => append(store, clock, redis);
