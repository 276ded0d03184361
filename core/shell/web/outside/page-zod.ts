import { z } from '#core/api/common/index.ts';

/**
 * The shapes of zod that contracts are made of, one by one: the whole object would bring every language of its messages
 * into the first screen.
 */
export const pageZod = {
  any: z.any,
  array: z.array,
  boolean: z.boolean,
  coerce: z.coerce,
  custom: z.custom,
  discriminatedUnion: z.discriminatedUnion,
  email: z.email,
  enum: z.enum,
  int: z.int,
  lazy: z.lazy,
  literal: z.literal,
  looseObject: z.looseObject,
  NEVER: z.NEVER,
  null: z.null,
  nullable: z.nullable,
  number: z.number,
  object: z.object,
  optional: z.optional,
  preprocess: z.preprocess,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  tuple: z.tuple,
  undefined: z.undefined,
  union: z.union,
  unknown: z.unknown,
  url: z.url,
  uuid: z.uuid,
} as unknown as typeof z;
