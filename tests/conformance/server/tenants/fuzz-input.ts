import fc from 'fast-check';
import type { IdKind, Ids } from './id-kinds.ts';
import { idKindOf } from './id-fields.ts';
import type { JsonSchema } from './json-schema.ts';

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  "'; drop table items.item; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '\ud800',
  '🙂'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(5000),
  '__proto__',
  'null',
  '-1',
  '1e309',
  'NaN',
  '=1+1',
  'ﬀ\u202e',
];
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER + 1,
  1e300,
  '',
  'text',
  [],
  {},
  [[]],
  [null],
  { a: { b: {} } },
];

const text = fc.oneof({ weight: 3, arbitrary: fc.string({ maxLength: 40 }) }, fc.constantFrom(...ODD_TEXTS));

/** Values of a schema, mostly valid: references are often ids that exist. */
export function arbitraryOf(operation: string, schema: JsonSchema, ids: Ids, field = ''): fc.Arbitrary<unknown> {
  const kind = idKindOf(operation, field);
  const known = kind === undefined || kind === 'unknown' ? undefined : ids[kind as IdKind];
  const plain = plainArbitrary(operation, schema, ids, field);
  if (known === undefined || known.length === 0) return plain;
  const one = fc.constantFrom(...known);
  const lists = (schema.anyOf ?? schema.oneOf ?? [schema]).some(each => each.type === 'array');
  return fc.oneof({ weight: 4, arbitrary: lists ? fc.array(one, { minLength: 1, maxLength: 4 }) : one }, plain);
}

function plainArbitrary(operation: string, schema: JsonSchema, ids: Ids, field: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(each => plainArbitrary(operation, each, ids, field)));
  const type = Array.isArray(schema.type) ? (schema.type[0] as string) : (schema.type as string | undefined);
  switch (type) {
    case 'object': {
      const required = new Set(schema.required);
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, each]) =>
          [
            name,
            required.has(name)
              ? arbitraryOf(operation, each, ids, name)
              : fc.option(arbitraryOf(operation, each, ids, name), { nil: undefined }),
          ] as const,
      );
      return fc
        .record(Object.fromEntries(fields))
        .map(whole => Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)));
    }
    case 'array': {
      const least = schema.minItems ?? 0;
      return fc.array(schema.items === undefined ? fc.jsonValue() : arbitraryOf(operation, schema.items, ids, field), {
        minLength: least,
        maxLength: Math.min(schema.maxItems ?? 5, least + 4),
      });
    }
    case 'integer':
      return fc.integer({
        min: Math.ceil(
          schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1_000 : schema.exclusiveMinimum + 1),
        ),
        max: Math.min(schema.maximum ?? 2_147_483_647, 2_147_483_647),
      });
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(schema.minimum === undefined ? {} : { min: schema.minimum }),
        ...(schema.maximum === undefined ? {} : { max: schema.maximum }),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return schema.format === 'uuid'
        ? fc.uuid()
        : text.map(each => each.slice(0, schema.maxLength ?? 5000).padEnd(schema.minLength ?? 0, 'x'));
    default:
      return fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...ODD_VALUES));
  }
}

/** The same with one thing wrong: a field of another kind, one too many, one missing, or something else as a whole. */
export function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      valid,
      fc.nat(),
      fc.constantFrom('odd', 'text', 'extra', 'missing', 'whole'),
      fc.constantFrom(...ODD_VALUES),
      text,
    )
    .map(([value, index, way, odd, words]) => {
      if (way === 'whole' || typeof value !== 'object' || value === null || Array.isArray(value)) return odd;
      const names = Object.keys(value);
      const name = names.length === 0 ? 'extra' : names[index % names.length]!;
      if (way === 'missing') return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
      return { ...value, [way === 'extra' ? 'unexpected' : name]: way === 'text' ? words : odd };
    });
}
