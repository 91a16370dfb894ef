// Which release this is, how it names itself to whoever it calls, and which version of the API it serves.

/** Of the package; 0.x until something is released. */
export const RELEASE = "0.1.0";

/** Of the HTTP API, which the path segment /v1 stands for. */
export const API_VERSION = "1.0.0";

/** Sent with every call to another's server: several providers refuse a caller that does not say what it is. */
export const USER_AGENT = `assay/${RELEASE} (market data service; verified figures for crypto over an HTTPS JSON API)`;
