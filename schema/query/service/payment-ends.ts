// The part of statements that reads ends of settlements as their rows.

/** Names the table `p`; a condition follows. */
export const paymentEnds = `
SELECT toUnixTimestamp64Milli(p.at) AS at, transaction, state, network, ledger, asset, amount, payer, pay_to, method,
  target, tier, reason, request, caller, payment_id
FROM payment AS p FINAL`;
