// An object that has the members it names and no other.
import { type TProperties, Type } from "typebox";

export const closed = <P extends TProperties>(
  members: P,
  about: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(members, { additionalProperties: false, ...about });
