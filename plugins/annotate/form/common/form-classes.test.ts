import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formClasses } from './form-classes.ts';
import { formProblems } from './form-checks.ts';
import { readForm, writeForm } from './form-document.ts';
import { formTemplates } from './form-templates.ts';
import { walkForm } from './walk-form.ts';
import { componentTypeOf } from './component-types.ts';

const publicForms = '../shared/data/multimodal/product_forms';
const read = (path: string): unknown => JSON.parse(readFileSync(`${publicForms}/${path}`, 'utf8'));

interface PublicClass {
  readonly name: string;
  readonly attribute_groups: readonly {
    readonly name: string;
    readonly group_type: string;
    readonly default_value?: unknown;
    readonly attributes: readonly { readonly name: string; readonly default: number }[];
  }[];
}

it.skipIf(!existsSync(publicForms)).each([
  ['multimodal_form/form.json', 'multimodal_form/expected_classes.json'],
  ['editor_templates/form1.json', 'editor_templates/form1_classes.json'],
])('should make of %s the classes of %s', (form, classes) => {
  const made = formClasses(readForm(read(form)).components).map(({ name, group }) => ({ name, group }));
  const expected = (read(classes) as readonly PublicClass[]).map(({ name, attribute_groups: [group] }) => ({
    name,
    group: {
      name: group!.name,
      group_type: group!.group_type,
      default_value: group!.default_value ?? null,
      attributes: group!.attributes.map(each => ({ name: each.name, default: each.default })),
    },
  }));
  // Their order differs from file to file: classes are known by their names.
  const sorted = (list: readonly { readonly name: string }[]): unknown =>
    list.toSorted((one, other) => one.name.localeCompare(other.name));
  expect(sorted(made)).toEqual(sorted(expected));
});

it('should make a class of what keeps a value only, once', () => {
  const options = [
    { value: 'A', checked: true },
    { value: 'A', checked: false },
    { value: '', checked: false },
    { value: 'B', checked: false },
  ];
  const components = readForm({
    components: [
      {
        id: 'g',
        type: 'group',
        children: [
          { id: 'a', type: 'radio', options },
          { id: 'a', type: 'input' },
        ],
      },
      { id: 'b', type: 'input', exclude: true },
      { id: 'c', type: 'divider' },
      { id: 'd', type: 'hologram' },
      { id: 'e', type: 'button' },
    ],
  }).components;
  expect(formClasses(components)).toEqual([
    {
      name: 'a',
      group: {
        name: 'value_a',
        group_type: 'radio',
        default_value: 'A',
        attributes: [
          { name: 'A', default: 1 },
          { name: 'B', default: 0 },
        ],
      },
    },
  ]);
});

it.each(formTemplates.map(each => [each.title, each] as const))(
  'should have the template %s ready to be published',
  (_, { form, id }) => {
    expect(formProblems(form)).toEqual([]);
    expect(readForm(JSON.parse(JSON.stringify(writeForm(form))))).toEqual(form);
    expect(
      [...walkForm(form.components)].filter(({ component }) => componentTypeOf(component.type) === undefined),
    ).toEqual([]);
    expect(formClasses(form.components).length > 0).toBe(id !== 'blank');
  },
);
