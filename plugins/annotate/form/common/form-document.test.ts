import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classGroupType, componentTypeOf } from './component-types.ts';
import { readForm, writeForm } from './form-document.ts';
import { walkForm } from './walk-form.ts';

const publicForms = '../shared/data/multimodal/product_forms';
const read = (path: string): unknown => JSON.parse(readFileSync(`${publicForms}/${path}`, 'utf8'));

describe('forms', () => {
  it
    .skipIf(!existsSync(publicForms))
    .each([
      'multimodal_form/form.json',
      'editor_templates/form1.json',
      'editor_templates/form_with_scores.json',
      'sample_llm_editor_context/form.json',
    ])('should write the public form %s as it was read', path => {
    const given = read(path) as { readonly code: unknown };
    const { code } = given;
    expect(writeForm(readForm(given))).toMatchObject({
      ...given,
      code: typeof code === 'string' ? [['__init__', code]] : code,
    });
    expect(
      [...walkForm(readForm(given).components)].filter(
        ({ component }) => componentTypeOf(component.type) === undefined,
      ),
    ).toEqual([]);
  });

  it.skipIf(!existsSync(publicForms))('should make the classes a public form has', () => {
    const expected = read('multimodal_form/expected_classes.json') as readonly {
      readonly name: string;
      readonly attribute_groups: readonly { readonly group_type: string }[];
    }[];
    const made = [...walkForm(readForm(read('multimodal_form/form.json')).components)].flatMap(({ component }) => {
      const group = classGroupType(component);
      return group === undefined ? [] : [[component.id, group] as const];
    });
    expect(new Map(made)).toEqual(new Map(expected.map(each => [each.name, each.attribute_groups[0]!.group_type])));
  });

  it('should read older templates: other names for children, one script as a text, buttons of a type of their own', () => {
    const form = readForm({
      code: 'print(1)',
      components: [
        {
          id: 'g',
          type: 'grid',
          columns: [{ id: 'c', span: 24, components: [{ id: 'b', type: 'buttonSecondary', text: 'Go' }] }],
        },
        {
          id: 't',
          type: 'tabs',
          tabs: [
            {
              id: 'one',
              name: 'One',
              components: [{ id: 'rows', type: 'group', components: [{ id: 'x', type: 'input' }] }],
            },
          ],
        },
      ],
    });
    expect(form.code).toEqual([['__init__', 'print(1)']]);
    expect(
      [...walkForm(form.components)].map(({ component, groups }) => [component.id, component.type, groups]),
    ).toEqual([
      ['g', 'grid', []],
      ['c', 'column', []],
      ['b', 'button', []],
      ['t', 'tabs', []],
      ['one', 'tab', []],
      ['rows', 'group', []],
      ['x', 'input', ['rows']],
    ]);
    expect(writeForm(form)['components']).toEqual([
      {
        id: 'g',
        type: 'grid',
        children: [{ id: 'c', span: 24, children: [{ id: 'b', type: 'button', variant: 'secondary', text: 'Go' }] }],
      },
      {
        id: 't',
        type: 'tabs',
        children: [
          { id: 'one', name: 'One', children: [{ id: 'rows', type: 'group', children: [{ id: 'x', type: 'input' }] }] },
        ],
      },
    ]);
  });

  it('should leave the columns of a rating table alone', () => {
    const table = { id: 'rubric', type: 'likertTable', rows: ['Clear'], columns: ['1', '2'] };
    expect(readForm({ components: [table] }).components).toEqual([table]);
  });
});
