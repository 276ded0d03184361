/** Definition of a field of item metadata, as it was given. Keys nobody knows are kept. */
export interface FieldSpec {
  readonly type: 'number' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: 'email' | 'date';
  readonly enum?: readonly (string | number)[];
  readonly [key: string]: unknown;
}

/** Most fields of a project. */
export const MOST_FIELDS = 25;

/** Most characters of a field's name, and of a text value. */
export const FIELD_NAME_LIMIT = 200;
export const FIELD_TEXT_LIMIT = 3000;

/** Most values of an `enum`, most characters of each, and most bytes of a whole specification as JSON. */
const ENUM_LIMIT = 100;
const ENUM_TEXT_LIMIT = 200;
const SPEC_BYTES = 10 * 1024;

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

/** True for an address such as `ana@x.io`. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** True for `YYYY-MM-DD` that is a day; month and day may have one digit. */
export function isDay(text: string): boolean {
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (found === null) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const given = (value: unknown): boolean => value !== undefined && value !== null;

/** All problems of fields that are to be made, in the order of the fields, word for word as the contract has them. */
export function schemaProblems(
  fields: readonly (readonly [name: string, spec: unknown])[],
  taken: ReadonlySet<string>,
): readonly string[] {
  const free = MOST_FIELDS - taken.size;
  if (fields.length > free)
    return [`Maximum number of custom fields is ${MOST_FIELDS}. You can only create ${free} more custom fields.`];
  return fields.flatMap(([name, spec]) => fieldProblems(name, spec, taken));
}

function fieldProblems(name: string, spec: unknown, taken: ReadonlySet<string>): readonly string[] {
  if (taken.has(name)) return [`Field name ${name} is already used.`];
  if (name.trim() === '' || name.length > FIELD_NAME_LIMIT)
    return [`Field name ${name.slice(0, FIELD_NAME_LIMIT)} is not valid: use 1 to ${FIELD_NAME_LIMIT} characters.`];
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec))
    return [`Not supported field type for ${name}.`];
  const { type, format, minimum, maximum, enum: choices } = spec as Readonly<Record<string, unknown>>;
  if (type !== 'number' && type !== 'string') return [`Not supported field type for ${name}.`];
  const wrongType = [`Spec value type of ${name} is not valid.`];
  if (type === 'number') {
    if ([minimum, maximum].some(bound => given(bound) && !isNumber(bound))) return wrongType;
  } else if (given(format) && format !== 'email' && format !== 'date') return wrongType;
  if (given(choices)) {
    if (!Array.isArray(choices) || !choices.every(each => fitsType(each, type, format))) return wrongType;
    if (new Set(choices).size !== choices.length) return [`Spec values of ${name} should be unique.`];
  }
  if (Array.isArray(choices) && choices.length > ENUM_LIMIT)
    return [`Field ${name} has too many spec values: use at most ${ENUM_LIMIT}.`];
  if (Array.isArray(choices) && choices.some(each => String(each).length > ENUM_TEXT_LIMIT))
    return [`Spec values of ${name} are too long: use at most ${ENUM_TEXT_LIMIT} characters.`];
  if (new TextEncoder().encode(JSON.stringify(spec)).length > SPEC_BYTES)
    return [`The spec of ${name} is too large: use at most ${SPEC_BYTES / 1024} KB.`];
  if (type === 'number' && given(minimum) && given(maximum) && (maximum as number) < (minimum as number)) {
    return [
      `Maximum spec value of ${name} can not be less than minimum value.`,
      `Minimum spec value of ${name} can not be higher than maximum value.`,
    ];
  }
  return [];
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function fitsType(value: unknown, type: 'number' | 'string', format: unknown): boolean {
  if (type === 'number') return isNumber(value);
  if (typeof value !== 'string' || value.length > FIELD_TEXT_LIMIT) return false;
  return format === 'email' ? isEmail(value) : format === 'date' ? isDay(value) : true;
}

/** True when a field may have a value. */
export function valueFits(value: unknown, spec: FieldSpec): boolean {
  if (!fitsType(value, spec.type, spec.format)) return false;
  if (
    typeof value === 'number' &&
    ((given(spec.minimum) && value < spec.minimum!) || (given(spec.maximum) && value > spec.maximum!))
  )
    return false;
  return !given(spec.enum) || spec.enum!.includes(value as string | number);
}

/** True when values given for one item all fit the fields of the project. */
export function valuesFit(
  values: unknown,
  schema: ReadonlyMap<string, FieldSpec>,
): values is Readonly<Record<string, string | number>> {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return false;
  return Object.entries(values).every(([name, value]) => {
    const spec = schema.get(name);
    return spec !== undefined && valueFits(value, spec);
  });
}
