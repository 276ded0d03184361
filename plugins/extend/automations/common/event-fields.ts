import { z } from '#core/api/common/index.ts';

/** Kinds of values that a field of a custom event takes. */
export const fieldTypes = [
  'text',
  'number',
  'boolean',
  'date',
  'single_select',
  'multi_select',
  'source',
  'json',
  'user',
] as const;
export type FieldType = (typeof fieldTypes)[number];

const fieldKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/, 'begin with a letter; use at most 60 letters, digits and _')
  .refine(key => !['constructor', 'prototype'].includes(key), 'use another name');

/** Value of a JSON field whose text can't be read; it is never sent. */
export const UNREADABLE_JSON = Symbol('unreadable JSON');

/** One value that whoever fires a custom event enters. */
export const eventField = z.strictObject({
  key: fieldKey,
  type: z.enum(fieldTypes),
  required: z.boolean(),
  /** Values of a selection. */
  options: z.array(z.string().trim().min(1, 'enter a value').max(200)).max(100).optional(),
});
export type EventField = z.output<typeof eventField>;

/** Fields of a custom event, with different keys. */
export const eventFields = z
  .array(eventField)
  .max(50, 'use at most 50 fields')
  .refine(fields => new Set(fields.map(each => each.key)).size === fields.length, 'give each field another key')
  .refine(
    fields => fields.every(each => !each.type.endsWith('_select') || (each.options?.length ?? 0) > 0),
    'give each selection at least one value',
  );

const source = z
  .array(z.strictObject({ id: z.int().positive(), folders: z.array(z.int().positive()).max(200) }))
  .max(200);

/** A value that is wrong, with the fix. */
export interface FieldProblem {
  readonly key: string;
  readonly message: string;
}

/**
 * Returns the values of a custom event: every field has one, null where nothing was entered. Returns the problems
 * instead when a value does not fit its field, is missing or has no field.
 */
export function readValues(
  fields: readonly EventField[],
  values: Readonly<Record<string, unknown>>,
): { readonly values: Readonly<Record<string, unknown>> } | { readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = Object.keys(values)
    .filter(key => !fields.some(each => each.key === key))
    .map(key => ({ key, message: `There is no field “${key}”. Remove it.` }));
  const read: Record<string, unknown> = {};
  for (const field of fields) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    const absent = value === undefined || value === null || value === '';
    if (absent && field.required) problems.push({ key: field.key, message: `${field.key} is missing. Fill it in.` });
    const wrong = absent ? undefined : problemOf(field, value);
    if (wrong !== undefined) problems.push({ key: field.key, message: `${field.key} must be ${wrong}.` });
    read[field.key] = absent ? null : value;
  }
  return problems.length > 0 ? { problems } : { values: read };
}

function problemOf({ type, options = [] }: EventField, value: unknown): string | undefined {
  switch (type) {
    case 'text':
    case 'user':
      return typeof value === 'string' && value.length <= 10_000 ? undefined : 'text of at most 10,000 characters';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'date':
      return typeof value === 'string' && z.iso.date().safeParse(value).success
        ? undefined
        : 'a date such as 2026-12-31';
    case 'single_select':
      return typeof value === 'string' && options.includes(value) ? undefined : `one of ${options.join(', ')}`;
    case 'multi_select':
      return Array.isArray(value) && value.every(each => options.includes(each as string))
        ? undefined
        : `a list of ${options.join(', ')}`;
    case 'source':
      return source.safeParse(value).success ? undefined : 'a list of projects with their folders';
    case 'json':
      return value === UNREADABLE_JSON ? 'JSON, such as {"size": 2}' : undefined;
  }
}
