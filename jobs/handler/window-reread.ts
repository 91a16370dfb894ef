// window.reread: compares a sample of closed windows with the providers once a night.
import { rereadWindows } from "../../ingest/reread.ts";
import type { Handler } from "../deps.ts";

export const handleWindowReread: Handler<"window.reread"> = async (deps, payload, signal) => {
  const found = await rereadWindows(deps, payload.slot, signal);
  deps.log.info({ ...found }, "closed windows read again");
};
