// Asks over HTTP and says who did not answer, and why, where `fetch` says only that it failed.

/** Rejects with one line for a person. */
export async function reach(who: string, url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    const why = cause?.code ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`${who} at ${new URL(url).origin} cannot be reached (${why})`);
  }
}
