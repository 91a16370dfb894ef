// Where a provider is said to be: a setting with provider to origin as JSON.

/** The origin without a slash at its end; null where the setting names none. */
export function originIn(setting: string, provider: string): string | null {
  const origins = JSON.parse(setting) as Readonly<Record<string, unknown>>;
  const origin = origins[provider];
  return typeof origin === "string" ? origin.replace(/\/$/, "") : null;
}
