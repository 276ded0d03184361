import type { z } from '../common/shapes.ts';

/** Fields of a definition that hold one shape, and those that hold a list of them. */
const ONE = ['element', 'keyType', 'valueType', 'innerType', 'in', 'out', 'left', 'right', 'catchall', 'rest'];
const LISTS = ['options', 'items'];

type Definition = Readonly<Record<string, unknown>> & { readonly shape?: Readonly<Record<string, unknown>> };

/**
 * Returns whether a value is a shape that the server can check with and describe: made with zod 4, in all its parts.
 * Shapes that are given lazily are not looked into.
 */
export function isShape(value: unknown, seen = new Set<unknown>()): value is z.ZodType {
  if (seen.has(value)) return true;
  seen.add(value);
  const definition = (value as { readonly _zod?: { readonly def?: Definition } } | null | undefined)?._zod?.def;
  if (definition === undefined) return false;
  const lists = LISTS.flatMap(name => (definition[name] as readonly unknown[] | undefined) ?? []);
  const parts = [...ONE.map(name => definition[name]), ...lists, ...Object.values(definition.shape ?? {})];
  return parts.every(each => each === undefined || each === null || isShape(each, seen));
}
