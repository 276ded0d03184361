import type { z } from '#core/api/common/index.ts';

interface Definition {
  readonly type: string;
  readonly catchall?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly [part: string]: unknown;
}

const definitionOf = (schema: z.ZodType): Definition =>
  (schema as unknown as { readonly _zod: { readonly def: Definition } })._zod.def;
const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value;

/**
 * Paths of the objects in an input schema that would drop unknown fields in silence: plain `z.object`. A strict one
 * refuses them, a loose one says that the wire sends more than we read.
 */
export function silentObjects(schema: z.ZodType, path = ''): readonly string[] {
  const definition = definitionOf(schema);
  if (definition.type === 'object') {
    const own = definition.catchall === undefined ? [path === '' ? '(whole)' : path] : [];
    return [
      ...own,
      ...Object.entries(definition.shape ?? {}).flatMap(([name, each]) => silentObjects(each, `${path}.${name}`)),
    ];
  }
  return Object.entries(definition)
    .flatMap(([part, value]) => (part === 'catchall' ? [] : Array.isArray(value) ? value : [value]))
    .filter(isSchema)
    .flatMap(each => silentObjects(each, path));
}
