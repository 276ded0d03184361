import { describe, expect, it } from 'vitest';
import { formProblems } from './form-checks.ts';
import type { FormComponent } from './form-document.ts';
import { emptyForm } from './form-document.ts';
import { importForm } from './import-form.ts';

const problemsOf = (...components: readonly object[]): readonly string[] =>
  formProblems({ ...emptyForm, components: components as readonly FormComponent[] }).map(each => each.message);
const options = (...values: readonly string[]): object => ({
  options: values.map(value => ({ value, checked: false })),
});

describe('what is wrong with a form', () => {
  it.each<readonly [string, readonly object[]]>([
    [
      "'answer' is duplicated",
      [
        { id: 'answer', type: 'input' },
        { id: 'g', type: 'group', children: [{ id: 'answer', type: 'input' }] },
      ],
    ],
    ['A Text line has no id. Give it one.', [{ id: '', type: 'input' }]],
    ["'1st' is an odd id. Begin with a letter; use letters, digits and _, at most 64.", [{ id: '1st', type: 'input' }]],
    ["'x' has the unknown type 'hologram'. It is kept, but nobody can fill it in.", [{ id: 'x', type: 'hologram' }]],
    ["'x' has no options. Add one.", [{ id: 'x', type: 'radio', options: [] }]],
    ["'x' has no options. Add one.", [{ id: 'x', type: 'select' }]],
    ["'x' has the option 'A' twice. Rename or remove one.", [{ id: 'x', type: 'checkbox', ...options('A', 'B', 'A') }]],
    [
      "'x' has a smallest value of 5, which is above the largest, 2. Swap them.",
      [{ id: 'x', type: 'number', min: 5, max: 2 }],
    ],
    [
      "'x' has 2 options chosen at first. Choose one at most.",
      [
        {
          id: 'x',
          type: 'radio',
          options: [
            { value: 'A', checked: true },
            { value: 'B', checked: true },
          ],
        },
      ],
    ],
    [
      "'x' begins with 'C', which is not one of its options. Choose another one.",
      [{ id: 'x', type: 'radio', value: 'C', ...options('A', 'B') }],
    ],
    [
      "'x' begins with 'C', which is not one of its options. Choose another one.",
      [{ id: 'x', type: 'checkbox', value: ['A', 'C'], ...options('A', 'B') }],
    ],
    [
      "'c' has the span 25. Choose 1 to 24.",
      [{ id: 'g', type: 'grid', children: [{ id: 'c', type: 'column', span: 25, children: [] }] }],
    ],
    ["'x' has 11 stars. Choose 1 to 10.", [{ id: 'x', type: 'rating', numberOfStars: 11 }]],
    [
      "'x' has a pattern that cannot be read: missing closing ): `(a`. Fix it, or leave it empty.",
      [{ id: 'x', type: 'input', pattern: '(a' }],
    ],
    ["'x' has the step 0. Use a number above 0.", [{ id: 'x', type: 'number', step: 0 }]],
    [
      "'x' is shown by 'gone', which is not a component. Choose another one.",
      [{ id: 'x', type: 'input', showWhen: { conditions: [{ component: 'gone', operator: 'filled' }] } }],
    ],
  ])('should say: %s', (message, components) => {
    expect(problemsOf(...components)).toEqual([message]);
  });

  it.each([
    ['options that come from a script', { id: 'x', type: 'select', isDynamic: true, options: [] }],
    ['a value that is filled in from the item', { id: 'x', type: 'radio', value: '{{choice}}', ...options('A') }],
    ['bounds that are not set', { id: 'x', type: 'number', min: null, max: null }],
    ['a choice of nothing', { id: 'x', type: 'radio', value: null, ...options('A') }],
  ])('should take %s', (_, component) => {
    expect(problemsOf(component)).toEqual([]);
  });

  it('should report a model that has nowhere to answer', () => {
    const ask = (output: string): object => ({ id: 'ask', type: 'button', model: 'Kind', output });
    const answer = { id: 'answer', type: 'textarea' };
    expect(problemsOf(ask(''))).toEqual(["'ask' asks a model and has nowhere to put the answer. Choose a component."]);
    expect(problemsOf(ask('none'))).toEqual([
      "'ask' answers into 'none', which is not a component. Choose another one.",
    ]);
    expect(problemsOf(ask('answer'), { id: 'rows', type: 'group', children: [answer] })).toEqual([
      "'ask' answers into 'answer', which is in rows of its own. Choose one in the same row, or outside of groups.",
    ]);
    expect([
      problemsOf(ask('answer'), answer),
      problemsOf({ id: 'rows', type: 'group', children: [ask('answer'), answer] }),
      problemsOf({ id: 'rows', type: 'group', children: [ask('answer')] }, answer),
    ]).toEqual([[], [], []]);
    expect(problemsOf({ id: 'talk', type: 'chat', models: ['a', 'b', 'c', 'd', 'e'] })).toEqual([
      "'talk' talks with 5 models. Choose four at most.",
    ]);
  });

  it('should report invalid hosts', () => {
    const of = (hosts: unknown): readonly string[] =>
      formProblems({ ...emptyForm, meta: { hosts } }).map(each => each.message);
    expect([of(['api.example.org', 'http://localhost:9000']), of(['*.example.org']), of('x y')]).toEqual([
      [],
      ['"*.example.org" is no host. Write it like api.example.org.'],
      ['"x y" is no host. Write it like api.example.org.'],
    ]);
    expect(of(Array.from({ length: 51 }, (_, at) => `h${at}.test`))).toEqual(['The form names 51 hosts. Keep to 50.']);
  });

  it('should report duplicate variables', () => {
    const variable = { name: 'key', value: '', secure: true };
    expect(formProblems({ ...emptyForm, environments: [variable, variable] }).map(each => each.message)).toEqual([
      "The variable 'key' is there twice. Rename or remove one.",
    ]);
  });
});

describe('a form that is imported', () => {
  it.each([
    ['{', 'This is no JSON'],
    ['[]', 'A form is a JSON object'],
    ['{}', 'The list `components` is missing'],
    ['{"components":[1]}', 'components[0] is no component but 1'],
  ])('should be refused when it is %s', (text, reason) => {
    expect(importForm(text)).toEqual({ refused: expect.stringContaining(reason) });
  });

  it('should report oddities, and have unique ids', () => {
    const read = importForm(
      '{"components":[{"id":"a","type":"radio"},{"id":"a","type":"hologram"},{"type":"input"}],"code":"def on_a_change(path, value):\\n    x = 1\\n"}',
    );
    expect(read).toMatchObject({
      components: 3,
      renewed: 2,
      unknownTypes: ['hologram'],
      problems: [{ component: 'a', field: 'options' }],
      unported: [{ name: 'on_a_change', line: 1, component: 'a' }],
    });
    expect('form' in read && new Set(read.form.components.map(each => each.id)).size).toBe(3);
  });
});
