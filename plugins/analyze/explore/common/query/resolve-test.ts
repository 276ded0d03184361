import type { Comparison } from './expression.ts';
import type { Field, FieldScope } from './fields.ts';
import type { Findings } from './value-reader.ts';
import { ValueReader } from './value-reader.ts';
import type { QuerySchema } from './query-schema.ts';
import type { Test } from './typed-query.ts';

/** A known field of a comparison. */
export interface FoundField {
  readonly scope: FieldScope;
  readonly field: Field;
  readonly groupIds?: readonly number[];
}

/** Gives a comparison its meaning; undefined when a problem was found. */
export function resolveTest(
  comparison: Comparison,
  { scope, field, groupIds }: FoundField,
  schema: QuerySchema,
  findings: Findings,
): Test | undefined {
  const reader = new ValueReader(comparison, field, schema, findings);
  const matches = reader.matches();
  if (matches === undefined) return undefined;
  const named =
    field.kind === 'attribute'
      ? { ...(groupIds === undefined ? {} : { groupIds }), attributeIds: attributesNamed(comparison, schema, groupIds) }
      : {};
  return {
    kind: 'test',
    scope,
    field: field.name,
    valueKind: field.kind,
    matches,
    negated: comparison.negated || comparison.operator === '!=',
    ...named,
  };
}

/**
 * Attributes, of the groups when some are named, whose names pass the comparison; names may have changed since
 * documents were stored.
 */
function attributesNamed(
  comparison: Comparison,
  schema: QuerySchema,
  groupIds: readonly number[] | undefined,
): readonly number[] {
  const wanted = comparison.values.flatMap(each => (each.kind === 'text' ? [each.text] : []));
  const passes = (name: string): boolean =>
    wanted.some(text => {
      switch (comparison.operator) {
        case 'contains':
          return name.toLowerCase().includes(text.toLowerCase());
        case 'starts':
          return name.toLowerCase().startsWith(text.toLowerCase());
        case 'ends':
          return name.toLowerCase().endsWith(text.toLowerCase());
        default:
          return name === text;
      }
    });
  return schema.classes
    .flatMap(each => each.groups)
    .filter(group => groupIds === undefined || groupIds.includes(group.id))
    .flatMap(group => group.attributes)
    .filter(each => passes(each.name))
    .map(each => each.id);
}
