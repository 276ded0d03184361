import type { AttributeGroupType } from '#plugins/workspace/classes/common/index.ts';
import { classGroupType } from './component-types.ts';
import { checkedValues, optionValues } from './form-checks.ts';
import type { FormComponent } from './form-document.ts';
import { walkForm } from './walk-form.ts';

/** A class that a form makes; its colour is given when it is made. */
export interface FormClass {
  readonly name: string;
  readonly group: {
    readonly name: string;
    readonly group_type: AttributeGroupType;
    /** A checklist begins with a list, a choice with one value or none; other groups have no default. */
    readonly default_value: string | readonly string[] | null;
    readonly attributes: readonly { readonly name: string; readonly default: 0 | 1 }[];
  };
}

/** The name of the group that holds the value of a component. */
export const valueGroupName = (id: string): string => `value_${id}`;

/** The classes of a form in reading order: one for each component whose value is kept. */
export function formClasses(components: readonly FormComponent[]): readonly FormClass[] {
  const seen = new Set<string>();
  return [...walkForm(components)].flatMap(({ component }) => {
    const type = classGroupType(component);
    if (type === undefined || component.id === '' || seen.has(component.id)) return [];
    seen.add(component.id);
    return [
      {
        name: component.id,
        group: { name: valueGroupName(component.id), group_type: type, ...choicesOf(component, type) },
      },
    ];
  });
}

function choicesOf(
  component: FormComponent,
  type: AttributeGroupType,
): Pick<FormClass['group'], 'default_value' | 'attributes'> {
  if (type !== 'radio' && type !== 'checklist') return { default_value: null, attributes: [] };
  const checked = new Set(type === 'radio' ? checkedValues(component).slice(0, 1) : checkedValues(component));
  const names = [...new Set(optionValues(component))].filter(each => each.trim() !== '');
  const chosen = names.filter(each => checked.has(each));
  return {
    default_value: type === 'checklist' ? chosen : (chosen[0] ?? null),
    attributes: names.map(name => ({ name, default: checked.has(name) ? 1 : 0 })),
  };
}
