// The one place that compiles shapes: ajv 2020-12, strict, every fault reported.

export type { ErrorObject } from "ajv/dist/2020.js";

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import type { Static, TSchema } from "typebox";

const addFormats = addFormatsModule.default;
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
});
addFormats(ajv);
for (const keyword of ["x-unit", "x-untrusted", "x-secret"]) ajv.addKeyword(keyword);

export type Check<T> = ((value: unknown) => value is T) & { errors(): readonly ErrorObject[]; describe(): string };

/** Compiles a shape into a type guard whose last errors can be read. */
export function compile<S extends TSchema>(shape: S): Check<Static<S>> {
  const validate = ajv.compile(shape) as ValidateFunction<Static<S>>;
  const check = (value: unknown): value is Static<S> => validate(value);
  return Object.assign(check, {
    errors: () => validate.errors ?? [],
    describe: () => ajv.errorsText(validate.errors, { separator: "; " }),
  });
}
