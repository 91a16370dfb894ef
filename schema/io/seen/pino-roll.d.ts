// pino-roll brings no types: what is used of it.
declare module "pino-roll" {
  import type { EventEmitter } from "node:events";

  type Stream = EventEmitter & { write(text: string): boolean; flush(): void; end(): void };
  type Options = {
    readonly file: string;
    readonly extension: string;
    readonly size: string;
    readonly limit: { readonly count: number; readonly removeOtherLogFiles: boolean };
    readonly mkdir: boolean;
    readonly minLength: number;
    readonly maxLength: number;
    readonly sync: boolean;
  };
  export default function buildRoll(options: Options): Promise<Stream>;
}
