// What a worker of BullMQ lacks where Redis fails: it asks one that refuses less often, and waits for nothing for ever.

const REFUSED_MS = 1_000;
/** BullMQ itself gives up a wait that is a second late, and makes its connection anew. */
const STUCK_MS = 5_000;

type Insides = {
  _getNextJob(...args: readonly unknown[]): Promise<unknown>;
  readonly backend: { waitForJob(seconds: number): Promise<unknown> };
};

/** A worker whose question Redis refuses, being full or without a disk, asks again at once, thousands of times a second. */
function slowDown(insides: Insides): void {
  const ask = insides._getNextJob.bind(insides);
  insides._getNextJob = async (...args) => {
    try {
      return await ask(...args);
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, REFUSED_MS).unref());
      throw error;
    }
  };
}

/**
 * The connection on which a worker waits is made anew where a server of a cluster was lost, and now and then nobody tells
 * the worker that it is: it waited for ever with jobs in the queue. A wait that is given up looks for a job once more.
 */
function boundWait({ backend }: Insides, stuckMs: number): void {
  const wait = backend.waitForJob.bind(backend);
  backend.waitForJob = async (seconds) => {
    let timer: NodeJS.Timeout | undefined;
    const givenUp = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, seconds * 1_000 + stuckMs, null).unref();
    });
    try {
      return await Promise.race([wait(seconds), givenUp]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** `worker`: one of BullMQ. Must be called before it has begun to wait, so in the turn of the loop that made it. */
export function tendWorker(worker: object, { stuckMs = STUCK_MS } = {}): void {
  const insides = worker as Insides;
  slowDown(insides);
  boundWait(insides, stuckMs);
}
