import type { FieldScope } from './fields.ts';
import { absentFields, fields, fieldSpellings } from './fields.ts';
import type { QuerySchema } from './query-schema.ts';
import type { FoundField } from './resolve-test.ts';

/** Returns the field of a scope by its name, or the attributes of a group for `attributes.GROUP`. */
export function lookUpField(schema: QuerySchema, scope: FieldScope, names: readonly string[]): FoundField | undefined {
  const name = names.join('.').toLowerCase();
  const known = fieldSpellings[name]?.toLowerCase() ?? name;
  const field = fields[scope].find(each => each.name.toLowerCase() === known);
  if (field !== undefined) return { scope, field };
  if (scope !== 'instance' || !/^attributes?\./.test(name)) return undefined;
  const group = name.slice(name.indexOf('.') + 1);
  const groupIds = schema.classes
    .flatMap(each => each.groups)
    .filter(each => each.name.toLowerCase() === group)
    .map(each => each.id);
  return groupIds.length === 0 ? undefined : { scope, field: { name: 'attributes.name', kind: 'attribute' }, groupIds };
}

/** Returns the plugin whose field it is, when that plugin is not installed. */
export function absentGiver(scope: FieldScope, names: readonly string[]): string | undefined {
  return absentFields[`${scope}.${names[0]?.toLowerCase()}`];
}
