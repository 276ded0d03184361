import { expect, it } from 'vitest';
import { z } from '../common/shapes.ts';
import { checking } from './checking.ts';

/** The outcome of a check, and the number of its steps. */
function checked(
  schema: z.ZodType,
  value: unknown,
): { readonly steps: number; readonly data?: unknown; readonly issue?: unknown } {
  const steps = checking(schema, value);
  for (let count = 0; ; count++) {
    const { done, value: result } = steps.next();
    if (done !== true) continue;
    return result.issues === undefined
      ? { steps: count, data: result.data }
      : { steps: count, issue: result.issues[0] };
  }
}

function expected(schema: z.ZodType, value: unknown): { readonly data?: unknown; readonly issue?: unknown } {
  const result = schema.safeParse(value);
  return result.success ? { data: result.data } : { issue: result.error.issues[0] };
}

const many = <T>(entry: (at: number) => T): T[] => Array.from({ length: 1000 }, (_, at) => entry(at));
const entry = z.strictObject({ id: z.coerce.number(), note: z.string().default('none') });
const unique = z
  .array(entry)
  .max(2000)
  .refine(list => new Set(list.map(each => each.id)).size === list.length, 'must be unique');
const body = z
  .strictObject({
    op: z.string(),
    list: unique.nullish(),
    inner: z.object({ ids: z.array(z.int()).min(2).default([]) }).optional(),
  })
  .refine(({ op, list }) => op !== 'none' || (list ?? []).length === 0, 'takes no list');

it.each<[string, z.ZodType, unknown]>([
  ['a long list', body, { op: 'a', list: many(at => ({ id: String(at) })) }],
  ['a list within an object', body, { op: 'a', list: null, inner: { ids: many(at => at), more: 1 } }],
  ['a list as a whole', z.array(entry).transform(list => list.length), many(at => ({ id: at }))],
  ['a wrong entry', body, { op: 'a', list: many(at => (at === 700 ? { id: at, more: 1 } : { id: at })) }],
  ['equal entries', body, { op: 'a', list: many(() => ({ id: 1 })) }],
  ['a list that does not fit the rest', body, { op: 'none', list: many(at => ({ id: at })) }],
  ['a list that is too long', body, { op: 'a', list: Array.from({ length: 2001 }, () => 'x') }],
  ['an unknown field', body, { op: 'a', list: many(at => ({ id: at })), more: 1 }],
  ['a missing field', body, { list: many(at => ({ id: at })) }],
  ['no list', body, { op: 'a' }],
  ['something else', body, [1]],
])('should check %s like the schema does', (_, schema, value) => {
  const { steps: __, ...outcome } = checked(schema, value);
  expect(outcome).toEqual(expected(schema, value));
});

it('should check long lists in steps, and end with the first wrong entry', () => {
  expect(checked(body, { op: 'a', list: many(at => ({ id: at })) }).steps).toBe(5);
  expect(checked(body, { op: 'a', list: [{ id: 'x' }, ...many(() => null)] })).toMatchObject({
    steps: 0,
    issue: { path: ['list', 0, 'id'] },
  });
});
