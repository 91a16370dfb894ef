// Deribit: where it is and which coins it has options on, under its own names.
export const DERIBIT_ORIGIN = "https://www.deribit.com";

export const DERIBIT_COINS = [
  { token: "bitcoin", currency: "BTC" },
  { token: "ethereum", currency: "ETH" },
] as const;
