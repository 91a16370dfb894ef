// Which release this is, and how it names itself to whoever it calls.
export const VERSION = "1.0.0";

/** Sent with every call to another's server: several providers refuse a caller that does not say what it is. */
export const USER_AGENT = `assay/${VERSION} (market data service; verified figures for crypto over an HTTPS JSON API)`;
