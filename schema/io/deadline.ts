// A bound on how long anything is waited for.

/** What the work comes to; rejects with Error `otherwise` after `ms`, and whether the work is done is not known then. */
export async function endsWithin<T>(ms: number, work: Promise<T>, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
