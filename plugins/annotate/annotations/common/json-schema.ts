import { stepping } from '#core/base/common/index.ts';
import type { Steps } from '#core/base/common/index.ts';
import { isRecord } from './json-value.ts';
import { valueText } from './value-text.ts';

export type SchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** The part of JSON Schema draft 7 in which document schemas are written. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly JsonSchema[];
  /** Alternatives distinguished by a `type` const, directly in each or in its `meta`. */
  readonly oneOf?: readonly JsonSchema[];
}

/** A place in a document with what is wrong there. */
export interface SchemaProblem {
  /** Keys joined with `.`, list positions as `[n]`; empty for the root. */
  readonly path: string;
  readonly message: string;
}

/** The pattern of time texts: UTC with exactly three decimals. */
export const timePattern = String.raw`\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{3})Z`;
/** The pattern of e-mail addresses: at most 254 characters, at most 64 before the @. */
export const emailPattern = String.raw`^(?=.{3,254}$)(?=[^@]{1,64}@)[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$`;

const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  let found = expressions.get(pattern);
  if (!found) {
    // A time text is the whole value; other patterns are anchored as they are written.
    found = new RegExp(pattern === timePattern ? `^${pattern}$` : pattern, 'u');
    expressions.set(pattern, found);
  }
  return found;
}

function patternMessage(value: string, pattern: string): string {
  if (pattern === timePattern) return `${value}  does not match YYYY-MM-DDTHH:MM:SS.fffZ`;
  if (pattern === emailPattern) return `${value}  invalid email`;
  return `${value} does not match ${pattern}`;
}

function hasType(value: unknown, type: SchemaType): boolean {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const joined = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** Fields that say the type of an alternative, nearest first. */
function alternativeType(schema: JsonSchema): readonly [holder: 'type' | 'meta.type', type: unknown] | undefined {
  const own = schema.properties?.['type'];
  if (own && 'const' in own) return ['type', own.const];
  const meta = schema.properties?.['meta']?.properties?.['type'];
  return meta && 'const' in meta ? ['meta.type', meta.const] : undefined;
}

/** Checks one value against a schema; one instance holds the problems found so far. */
class SchemaCheck {
  readonly problems: SchemaProblem[] = [];

  #report(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  check(schema: JsonSchema, value: unknown, path: string): void {
    if (!this.#checkType(schema, value, path)) return;
    if ('const' in schema && value !== schema.const) this.#report(path, `${valueText(schema.const)} was expected`);
    if (schema.enum && !schema.enum.includes(value))
      this.#report(path, `${valueText(value)} is not one of ${valueText(schema.enum.filter(entry => entry !== null))}`);
    if (typeof value === 'number') this.#checkNumber(schema, value, path);
    if (typeof value === 'string') this.#checkText(schema, value, path);
    if (Array.isArray(value)) this.#checkList(schema, value, path);
    if (isRecord(value)) this.#checkObject(schema, value, path);
    if (schema.anyOf && !schema.anyOf.some(alternative => isValid(alternative, value))) {
      this.#report(path, `${valueText(value)} is not valid under any of the given schemas`);
    }
    if (schema.oneOf) this.#checkAlternatives(schema.oneOf, value, path);
  }

  #checkType(schema: JsonSchema, value: unknown, path: string): boolean {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.#report(path, `${valueText(value)} is not a valid float`);
      return false;
    }
    if (schema.type === undefined) return true;
    const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
    if (types.some(type => hasType(value, type))) return true;
    // Null is allowed for every optional field, so naming it would only lengthen the text.
    const named = types.length > 1 ? types.filter(type => type !== 'null') : types;
    this.#report(path, `${valueText(value)} is not of type ${named.map(type => `'${type}'`).join(', ')}`);
    return false;
  }

  #checkNumber(schema: JsonSchema, value: number, path: string): void {
    if (schema.minimum !== undefined && value < schema.minimum)
      this.#report(path, `${value} is less than the minimum of ${schema.minimum}`);
    if (schema.maximum !== undefined && value > schema.maximum)
      this.#report(path, `${value} is greater than the maximum of ${schema.maximum}`);
  }

  #checkText(schema: JsonSchema, value: string, path: string): void {
    if (schema.minLength !== undefined && [...value].length < schema.minLength)
      this.#report(path, `${valueText(value)} is too short`);
    if (schema.pattern !== undefined && !expression(schema.pattern).test(value))
      this.#report(path, patternMessage(value, schema.pattern));
  }

  #checkList(schema: JsonSchema, value: readonly unknown[], path: string): void {
    if (schema.minItems !== undefined && value.length < schema.minItems)
      this.#report(path, `${valueText(value)} is too short`);
    const { items } = schema;
    if (items) value.forEach((entry, at) => this.check(items, entry, `${path}[${at}]`));
  }

  #checkObject(schema: JsonSchema, value: Readonly<Record<string, unknown>>, path: string): void {
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key) || value[key] === undefined) this.#report(path, `'${key}' is a required property`);
    }
    const properties = schema.properties ?? {};
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined) continue;
      const property = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties;
      if (property) this.check(property, entry, joined(path, key));
      if (schema.propertyNames) this.check(schema.propertyNames, key, path);
    }
  }

  #checkAlternatives(alternatives: readonly JsonSchema[], value: unknown, path: string): void {
    const holder = alternatives.map(alternativeType).find(found => found !== undefined)?.[0] ?? 'type';
    if (!isRecord(value)) return this.#report(path, `${valueText(value)} is not of type 'object'`);
    const meta = value['meta'];
    if (holder === 'meta.type' && !isRecord(meta)) return this.#report(path, "'meta' is a required property");
    const type = holder === 'type' ? value['type'] : (meta as Readonly<Record<string, unknown>>)['type'];
    if (type === undefined) return this.#report(path, 'type required');
    const fitting = alternatives.find(alternative => alternativeType(alternative)?.[1] === type);
    if (!fitting) return this.#report(path, holder === 'type' ? 'invalid type' : 'invalid meta.type');
    this.check(fitting, value, path);
  }
}

/**
 * All problems of a value, in the order of the document; an instance is checked against the schema of its own type
 * only.
 */
export function checkSchema(schema: JsonSchema, value: unknown, path = ''): readonly SchemaProblem[] {
  const check = new SchemaCheck();
  check.check(schema, value, path);
  return check.problems;
}

/** The same for a whole document, whose lists may be long: their entries come last, in steps. */
export function* schemaSteps(schema: JsonSchema, document: unknown): Steps<readonly SchemaProblem[]> {
  const check = new SchemaCheck();
  const lists = isRecord(document)
    ? Object.entries(schema.properties ?? {}).flatMap(([key, { items, minItems }]) => {
        const list = document[key];
        return items !== undefined && minItems === undefined && Array.isArray(list) ? [{ key, items, list }] : [];
      })
    : [];
  check.check(
    schema,
    isRecord(document) ? { ...document, ...Object.fromEntries(lists.map(({ key }) => [key, []])) } : document,
    '',
  );
  for (const { key, items, list } of lists)
    yield* stepping(list, (entry, at) => check.check(items, entry, `${key}[${at}]`));
  return check.problems;
}

/** True when the value has no problem under the schema. */
export const isValid = (schema: JsonSchema, value: unknown): boolean => checkSchema(schema, value).length === 0;
