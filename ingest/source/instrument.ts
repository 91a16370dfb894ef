// What an answer says it is about, held against what was asked for: by every source whose provider names it.
import { type HttpError, httpError } from "../../schema/io/http.ts";

/** Written in either case by their own rules: hex and bech32. Base58 is not, there the case is part of the name. */
const EITHER_CASE = /^(0x[0-9a-f]+|[0-9a-f]{56,}|bc1[0-9a-z]+|addr1[0-9a-z]+)$/i;

/** Whether two texts name the same address, asset or hash by the rules of their kind. */
export const isSameAddress = (a: string, b: string): boolean =>
  a === b || (EITHER_CASE.test(a) && a.toLowerCase() === b.toLowerCase());

const NAME_LENGTH_MAX = 128;

/**
 * In a row for admission to refuse: what its body says it is about where that is not what was asked for. A body that
 * says nothing is not refused.
 */
export const toldOther = (told: unknown, isAsked: (told: string) => boolean): { readonly other?: string } =>
  told === undefined || told === null || isAsked(String(told)) ? {} : { other: String(told).slice(0, NAME_LENGTH_MAX) };

/** To throw where no row is made yet; `what` is the kind of thing, "block" or "address". */
export const otherInstrument = (what: string): HttpError =>
  httpError("bad_body", `other_instrument: the answer is about another ${what} than the one that was asked for`);

/** Throws where a body says that it is about another thing. */
export function refuseOther(what: string, told: unknown, isAsked: (told: string) => boolean): void {
  if (toldOther(told, isAsked).other !== undefined) throw otherInstrument(what);
}

/** Throws where a body about many names none of those that it was asked for, if any was. */
export function someAsked<T>(found: readonly T[], what: string, isAsked = true): readonly T[] {
  if (isAsked && found.length === 0)
    throw httpError("bad_body", `other_instrument: the answer names none of the ${what}`);
  return found;
}
