import type { ValueShape } from './component-types.ts';
import { holdsValue, valueShape } from './component-types.ts';
import type { FormComponent } from './form-document.ts';
import { walkForm } from './walk-form.ts';
import { optionsOf } from './values/default-values.ts';

/** Options that are written out as a type; longer lists are any text. */
const MOST_OPTIONS = 40;

const types: Readonly<Record<ValueShape, string>> = {
  text: 'string',
  number: 'number | null',
  range: 'readonly [number, number] | null',
  choice: 'string | null',
  choices: 'readonly string[]',
  ordered: 'readonly (string | readonly string[])[]',
  answers: 'Readonly<Record<string, string>>',
  files: 'string | readonly string[]',
  any: 'any',
};

/** The TypeScript type of what a component holds; undefined where it holds nothing. */
export function typeOfValue(component: FormComponent): string | undefined {
  const shape = valueShape(component);
  if (shape === undefined) return undefined;
  const options = component['isDynamic'] === true ? [] : optionsOf(component);
  if ((shape !== 'choice' && shape !== 'choices') || options.length === 0 || options.length > MOST_OPTIONS)
    return types[shape];
  const either = [...new Set(options)].map(each => JSON.stringify(each)).join(' | ');
  return shape === 'choice' ? `${either} | '' | null` : `readonly (${either})[]`;
}

/** The types of one form for the code editor: what its fields hold, in place of the empty ones of the SDK. */
export function formValuesType(components: readonly FormComponent[]): string {
  const seen = new Set<string>();
  const fields = [...walkForm(components)].flatMap(({ component, groups }) => {
    if (component.id === '' || seen.has(component.id) || !holdsValue(component)) return [];
    seen.add(component.id);
    const label = [component['label'], component['title']].find(each => typeof each === 'string' && each.trim() !== '');
    const path = [...groups.flatMap(each => [`'${each}'`, 'row']), `'${component.id}'`].join(', ');
    const about = [
      typeof label === 'string' ? label.replaceAll(/\s+|\*\//g, ' ').slice(0, 100) : component.type,
      ...(groups.length === 0 ? [] : [`[${path}]`]),
    ].join(', ');
    return [`  /** ${about} */`, `  readonly ${JSON.stringify(component.id)}: ${typeOfValue(component)!};`];
  });
  return `export interface FormValues {\n${fields.join('\n')}\n}\n\nexport type FieldId = ${seen.size === 0 ? 'string' : 'keyof FormValues & string'};\n`;
}
