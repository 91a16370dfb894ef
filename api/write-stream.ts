// Writes answers that come in pieces: the next piece is asked for when the last one has left, and nobody is kept waiting
// for a reader that takes none.
import { verifyHeaders } from "./answer/header.ts";
import type { ApiAnswer } from "./http-call.ts";
import type { Trace } from "./seen/trace.ts";
import { deadlineIn, drop, type Exchange, type Host, NEVER, type Wire, writeHead } from "./write-answer.ts";

const NOTHING = new Uint8Array(0);

/** Resolves when what was written has left; at once where it has. */
async function write(host: Host, res: Wire, exchange: Exchange, piece: Uint8Array, left: () => Promise<void>) {
  let isLeft = true;
  res.cork(() => {
    isLeft = res.write(piece);
  });
  if (isLeft) return;
  exchange.deadline = deadlineIn(host, host.slowPeerDeadlineMs);
  await left();
  exchange.deadline = NEVER;
}

/** Resolves with the bytes that were sent. */
async function pump(host: Host, res: Wire, stream: ReadableStream<Uint8Array>, exchange: Exchange): Promise<number> {
  let bytes = 0;
  const reader = stream.getReader();
  let wake = () => {};
  exchange.gone = () => {
    wake();
    void reader.cancel().catch(() => undefined);
  };
  res.onWritable(() => {
    wake();
    return true;
  });
  const left = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  for (;;) {
    const { done, value } = await reader.read();
    if (exchange.aborted) return bytes;
    if (done) break;
    bytes += value.length;
    await write(host, res, exchange, value, left);
    if (exchange.aborted) return bytes;
  }
  host.open.delete(exchange);
  res.cork(() => res.end(NOTHING, host.stopping));
  return bytes;
}

/** Sends the head and then the stream of an answer that has one. */
export function sendStream(host: Host, res: Wire, answer: ApiAnswer, exchange: Exchange, trace?: Trace): void {
  const { stream } = answer;
  if (stream === undefined) return;
  verifyHeaders(answer.headers);
  res.cork(() => writeHead(res, answer));
  pump(host, res, stream, exchange)
    .then((bytes) => trace && host.seen.told(trace, answer.status, bytes))
    .catch((error: unknown) => drop(host, res, exchange, error));
}
