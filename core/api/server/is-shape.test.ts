import { expect, it } from 'vitest';
import { z } from '../common/shapes.ts';
import { isShape } from './is-shape.ts';

/** Minimal schema in the shape of another library: it can parse, and is not zod 4. */
const foreign = { safeParse: () => ({ success: true }), _def: { typeName: 'ZodString' } };
const around = (make: (part: z.ZodType) => z.ZodType): z.ZodType => make(foreign as unknown as z.ZodType);

it.each([
  z.string(),
  z.object({ a: z.array(z.int()).optional() }),
  z.record(z.string(), z.union([z.null(), z.date()])),
  z.tuple([z.string()], z.number()),
  z.preprocess(value => value, z.coerce.number()),
  z.lazy(() => z.string()),
  z.strictObject({ a: z.enum(['b']).default('b') }),
  z.intersection(z.object({}), z.object({ b: z.literal(1) })),
])('should take what zod 4 made', shape => {
  expect(isShape(shape)).toBe(true);
});

it('should take a shape that holds itself', () => {
  const node: z.ZodType = z.object({
    get parts() {
      return z.array(node);
    },
  });
  expect(isShape(node)).toBe(true);
});

it.each([
  undefined,
  null,
  'text',
  {},
  foreign,
  around(part => z.object({ part })),
  around(part => z.array(part)),
  around(part => z.object({ part: z.object({ part }).optional() })),
  around(part => z.union([z.string(), part])),
  around(part => z.tuple([part])),
  around(part => z.pipe(z.string(), part as never)),
  around(part => z.map(z.string(), part)),
  around(part => z.intersection(part, z.object({}))),
  around(part => z.object({}).catchall(part)),
])('should not take what is not, nor what has it within', shape => {
  expect(isShape(shape)).toBe(false);
});
