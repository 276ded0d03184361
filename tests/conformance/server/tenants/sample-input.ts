import type { IdKind, Ids } from './id-kinds.ts';
import { idKindOf } from './id-fields.ts';
import type { JsonSchema } from './json-schema.ts';
import { plainValues } from './plain-values.ts';

/** Source of the ids of an input: which team's, and whether the project and team are of another. */
export interface Source {
  readonly ids: Ids;
  /** Kinds taken from here instead. */
  readonly instead?: Ids;
}

/** An input and what it points at. */
export interface Sample {
  readonly value: unknown;
  /** Kinds of its ids. */
  readonly kinds: ReadonlySet<IdKind>;
  /** Fields that look like ids and that nobody makes. */
  readonly unknown: readonly string[];
}

/**
 * A valid input of a schema: ids of `source` where a field is a reference, plain values elsewhere. Optional references
 * are given too, other optional fields are left out.
 */
export function sampleInput(operation: string, schema: JsonSchema | undefined, source: Source): Sample {
  const kinds = new Set<IdKind>();
  const unknown: string[] = [];

  const idOf = (kind: IdKind): unknown => {
    kinds.add(kind);
    const found = (source.instead?.[kind] ?? source.ids[kind])?.[0];
    if (found === undefined) unknown.push(`no ${kind} was made`);
    return found;
  };
  const value = (each: JsonSchema, field: string): unknown => {
    const kind = idKindOf(operation, field);
    if (kind === 'unknown') {
      unknown.push(field);
      return 1;
    }
    if (kind !== undefined) return filled(each, idOf(kind));
    const plain = plainValues(operation, field);
    return plain === undefined ? any(each, field) : plain.value;
  };
  const object = (each: JsonSchema): unknown =>
    Object.fromEntries(
      Object.entries(each.properties ?? {})
        .filter(
          ([name]) =>
            (each.required?.includes(name) ?? false) ||
            idKindOf(operation, name) !== undefined ||
            plainValues(operation, name) !== undefined,
        )
        .map(([name, part]) => [name, value(part, name)]),
    );
  const any = (each: JsonSchema, field: string): unknown => {
    if (each.const !== undefined) return each.const;
    if (each.enum !== undefined) return each.enum[0];
    const choices = each.anyOf ?? each.oneOf;
    if (choices !== undefined) return any(choices.find(choice => choice.type !== 'null') ?? choices[0]!, field);
    if (each.default !== undefined) return each.default;
    const type = Array.isArray(each.type) ? (each.type[0] as string) : (each.type as string | undefined);
    switch (type) {
      case 'object':
        return object(each);
      case 'array':
        return each.items === undefined
          ? []
          : Array.from({ length: Math.max(1, each.minItems ?? 0) }, () => value(each.items!, field));
      case 'integer':
      case 'number':
        return Math.max(each.minimum ?? 1, (each.exclusiveMinimum ?? 0) + 1, 1);
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'string':
        return each.format === 'uuid' ? crypto.randomUUID() : 'x'.repeat(Math.max(1, each.minLength ?? 1));
      default:
        return {};
    }
  };
  const isChoice = schema?.anyOf !== undefined || schema?.oneOf !== undefined;
  return { value: schema === undefined ? undefined : isChoice ? any(schema, '') : object(schema), kinds, unknown };
}

/** A reference in the form its field asks for: alone or as a list. */
function filled(schema: JsonSchema, reference: unknown): unknown {
  const choices = schema.anyOf ?? schema.oneOf ?? [schema];
  const lists = choices.some(each => each.type === 'array');
  return lists ? [reference] : reference;
}
