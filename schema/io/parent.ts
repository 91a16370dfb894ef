// The channel to the process that started this one: it hears when the work begins, and gets an answer whenever it asks.

export const READY = "ready";
export const ASK = "there?";
export const HERE = "here";

/** Who asked may be gone by now. */
const say = (word: string): void => void process.send?.(word, undefined, undefined, () => undefined);

/** From now on every question is answered, as soon as the event loop gets to it. The channel keeps no process alive. */
export function answerParent(): void {
  process.on("message", (message) => {
    if (message === ASK) say(HERE);
  });
  process.channel?.unref();
}

export const sayReady = (): void => say(READY);
