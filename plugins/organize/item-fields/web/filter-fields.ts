import type { FilterField } from '#plugins/workspace/items/web/kit/index.ts';
import { kindOf } from '../common/field-draft.ts';
import type { FieldSpec } from '../common/field-spec.ts';

/** The fields of a project as filters of its items. Fields that take only certain values offer those. */
export function filterFieldsOf(schema: Readonly<Record<string, unknown>>): readonly FilterField[] {
  return Object.entries(schema).map(([title, given]): FilterField => {
    const spec = given as FieldSpec;
    const field = { name: `custom_metadata.${title}`, title, empty: true };
    if (Array.isArray(spec.enum) && spec.enum.length > 0)
      return {
        ...field,
        kind: 'choice',
        choices: spec.enum.map(each => ({ value: String(each), label: String(each) })),
      };
    const kind = kindOf(spec);
    return { ...field, kind: kind === 'number' ? 'number' : kind === 'date' ? 'day' : 'text' };
  });
}
