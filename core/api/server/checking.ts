import type { Steps } from '#core/base/common/index.ts';
import { z } from '../common/shapes.ts';

/** A list of more entries is checked in steps of so many. */
const ENTRIES = 200;

/** Lets a check end at the first entry that is wrong: a list of a million of them would keep all others waiting. */
const FIRST_MISTAKE: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** Parts of a definition that lists are looked for in. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number } };
  }[];
}

/** Schemas that only say more of a value than the one within. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'optional',
  'nullable',
  'nonoptional',
  'default',
  'prefault',
  'readonly',
]);

/** Outcome of a check: the value that the schema makes of another one, or what is wrong with it. */
export type Checked =
  | { readonly data: unknown; readonly issues?: undefined }
  | { readonly issues: readonly z.core.$ZodIssue[] };

/** A value whose long lists are checked, with a schema for the rest. */
interface Rest {
  readonly schema: z.ZodType;
  readonly value: unknown;
  readonly issues?: readonly z.core.$ZodIssue[];
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks a value like `safeParse`, its long lists some entries a step, and names the first mistake only. Lists within
 * the entries of a list are checked with their entry.
 */
export function* checking(schema: z.ZodType, value: unknown): Steps<Checked> {
  const rest = yield* checkingLists(schema, value, []);
  if (rest.issues !== undefined) return { issues: rest.issues };
  const result = rest.schema.safeParse(rest.value, FIRST_MISTAKE);
  return result.success ? { data: result.data } : { issues: result.error.issues };
}

function* checkingLists(schema: z.ZodType, value: unknown, path: readonly string[]): Steps<Rest> {
  const { type, shape, element, innerType } = definitionOf(schema);
  if (innerType !== undefined && WRAPPERS.has(type) && value !== undefined && value !== null) {
    const inner = yield* checkingLists(innerType, value, path);
    return inner.schema === innerType
      ? inner.issues === undefined
        ? { schema, value }
        : inner
      : { ...inner, schema: changed(schema, { innerType: inner.schema }) };
  }
  if (type === 'object' && isMembers(value)) return yield* checkingMembers(schema, shape!, value, path);
  if (type === 'array' && Array.isArray(value) && value.length > ENTRIES && !isTooLong(schema, value.length))
    return yield* checkingList(schema, element!, value, path);
  return { schema, value };
}

function* checkingMembers(
  schema: z.ZodType,
  shape: Readonly<Record<string, z.ZodType>>,
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
): Steps<Rest> {
  const [schemas, values]: [Record<string, z.ZodType>, Record<string, unknown>] = [{}, {}];
  for (const [key, each] of Object.entries(shape)) {
    if (!Object.hasOwn(value, key)) continue;
    const member = yield* checkingLists(each, value[key], [...path, key]);
    if (member.issues !== undefined) return member;
    if (member.schema !== each) [schemas[key], values[key]] = [member.schema, member.value];
  }
  if (Object.keys(schemas).length === 0) return { schema, value };
  return { schema: changed(schema, { shape: { ...shape, ...schemas } }), value: { ...value, ...values } };
}

function* checkingList(
  schema: z.ZodType,
  element: z.ZodType,
  list: readonly unknown[],
  path: readonly string[],
): Steps<Rest> {
  const entries: unknown[] = [];
  for (const [at, entry] of list.entries()) {
    const result = element.safeParse(entry, FIRST_MISTAKE);
    if (!result.success)
      return {
        schema,
        value: list,
        issues: result.error.issues.map(each => ({ ...each, path: [...path, at, ...each.path] })),
      };
    entries.push(result.data);
    if (at % ENTRIES === ENTRIES - 1) yield;
  }
  return { schema: changed(schema, { element: z.unknown() }), value: entries };
}

/** The schema with some parts replaced. */
const changed = (schema: z.ZodType, parts: Partial<Definition>): z.ZodType =>
  schema.clone({ ...schema._zod.def, ...parts } as never);

const isTooLong = (schema: z.ZodType, length: number): boolean =>
  (definitionOf(schema).checks ?? []).some(
    ({ _zod: { def } }) => def.check === 'max_length' && length > (def.maximum ?? Infinity),
  );
