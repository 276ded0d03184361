import { z } from 'zod';

// The page runs under `script-src 'self'`: zod must not build code (stack.md, section 8).
z.config({ jitless: true });

export { z };

/** An id in a path or query: a positive integer, also as text. */
export const id = z.coerce.number().int().positive().max(2_147_483_647);

/** Booleans of query strings in any case: `True`, `false`, `1`. */
export const flag = z.union([z.boolean(), z.string()]).transform((value, context) => {
  if (typeof value === 'boolean') return value;
  const text = value.toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0' || text === '') return false;
  context.addIssue({ code: 'custom', message: 'must be true or false' });
  return z.NEVER;
});

/** A repeated or single query key as a list. */
export const listOf = <T extends z.ZodType>(entry: T): z.ZodType<z.output<T>[], unknown> =>
  z.preprocess(
    value => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(entry),
  ) as z.ZodType<z.output<T>[], unknown>;

/** Page of a list: `offset` and `limit`; lists of the wire API assume 2000. */
export const page = {
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(2000).default(2000),
} as const;

/** `{ data, count }`: one page and the number of all matches. */
export const paged = <T extends z.ZodType>(entry: T): z.ZodObject<{ data: z.ZodArray<T>; count: z.ZodInt }> =>
  z.object({ data: z.array(entry), count: z.int() });

/** Bulk answer. */
export const bulkResult = z.object({
  success: z.array(z.int()),
  failed: z.array(z.object({ id: z.int(), code: z.string(), message: z.string().optional() })),
  skipped: z.array(z.int()),
});
export type BulkResult = z.output<typeof bulkResult>;

export const success = z.object({ success: z.literal(true) });

/** ISO 8601 in UTC. The services of the public client answer whole seconds, `.000Z`. */
export const time = z.string();

/** Body of every error. */
export const errorBody = z.looseObject({
  error: z.unknown(),
  code: z.string().optional(),
  details: z.unknown().optional(),
  request_id: z.string().optional(),
});
