// The one place that compiles shapes: ajv 2020-12, strict, every fault reported.

export type { ErrorObject } from "ajv/dist/2020.js";

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import type { Static, TSchema } from "typebox";

const addFormats = addFormatsModule.default;
/**
 * What is compiled is not made shorter first: that takes as long as all the rest of it, at each start, and what runs is as
 * fast. Nor is each shape held against the rules for shapes at each start: a test does that.
 */
const ajv = new Ajv2020({
  code: { optimize: false },
  validateSchema: false,
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
});
addFormats(ajv);

/** Beyond doubt a time, on a day that every month has, as programs write it: known without taking it apart. */
const PLAIN_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;
const time = addFormats.get("date-time") as { validate(text: string): boolean };
ajv.addFormat("date-time", { ...time, validate: (text: string) => PLAIN_TIME.test(text) || time.validate(text) });
for (const keyword of ["x-unit", "x-signed", "x-untrusted", "x-secret", "x-form"]) ajv.addKeyword(keyword);

export type Check<T> = ((value: unknown) => value is T) & {
  errors(): readonly ErrorObject[];
  describe(): string;
  /** Compiles it now, for whoever cannot wait at the first use. */
  ready(): void;
};

/**
 * Makes a type guard of a shape, whose last errors can be read. It is compiled at its first use: a process meets only
 * some of the shapes it knows, and compiling all of them takes a good part of its start.
 */
export function compile<S extends TSchema>(shape: S): Check<Static<S>> {
  let compiled: ValidateFunction<Static<S>> | undefined;
  const validate = (): ValidateFunction<Static<S>> => {
    compiled ??= ajv.compile(shape) as ValidateFunction<Static<S>>;
    return compiled;
  };
  const check = (value: unknown): value is Static<S> => validate()(value);
  return Object.assign(check, {
    errors: () => compiled?.errors ?? [],
    describe: () => ajv.errorsText(compiled?.errors, { separator: "; " }),
    ready: () => void validate(),
  });
}

/** Whether it is a shape by the rules of JSON Schema 2020-12. */
export const isShape = (shape: object): boolean => ajv.validateSchema(shape) === true;
