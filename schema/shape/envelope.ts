// The frame around every successful answer.
import { type TSchema, Type } from "typebox";
import { closed } from "./closed.ts";
import { Nullable } from "./quantity.ts";
import { Source } from "./source.ts";
import { Time } from "./time.ts";

/** Envelope of service.md: object, id, as_of, data, sources. */
export const envelope = <const Name extends string, Data extends TSchema>(object: Name, data: Data) =>
  closed(
    {
      object: Type.Literal(object),
      id: Nullable(Type.String({ maxLength: 64 })),
      as_of: Time,
      data,
      sources: Type.Array(Source),
    },
    { title: object },
  );
