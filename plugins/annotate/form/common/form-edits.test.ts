import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginHistory, editHistory, redoHistory, undoHistory } from '#core/base/common/index.ts';
import { freshIds } from './component-ids.ts';
import { componentTypes } from './component-types.ts';
import { formProblems } from './form-checks.ts';
import {
  addComponents,
  duplicateComponents,
  moveComponents,
  newComponent,
  pasteComponents,
  removeComponents,
  setFields,
  wrapComponents,
} from './form-edits.ts';
import type { FormComponent, FormDocument } from './form-document.ts';
import { emptyForm, readForm, writeForm } from './form-document.ts';
import { findComponent, idsOf, pathOf, placeOf, takes } from './form-places.ts';
import { renameComponent } from './rename-component.ts';
import { walkForm } from './walk-form.ts';

const part = (id: string, type = 'input', children?: readonly FormComponent[]): FormComponent => ({
  id,
  type,
  ...(children === undefined ? {} : { children }),
});
const form = (...components: readonly FormComponent[]): FormDocument => ({ ...emptyForm, components });
const shape = (components: readonly FormComponent[]): unknown =>
  components.map(each => (each.children === undefined ? each.id : { [each.id]: shape(each.children) }));
const ids = (...list: readonly string[]): ReadonlySet<string> => new Set(list);
const counted = (): (() => string) => {
  let number = 0;
  return () => `n${(number += 1)}`;
};

describe('edits of a form', () => {
  const start = form(
    part('a'),
    part('box', 'container', [part('b'), part('c')]),
    part('grid', 'grid', [part('one', 'column', [part('d')]), part('two', 'column', [])]),
  );

  it('should move several in their order, with places of the form before the move', () => {
    expect(shape(moveComponents(start, ids('d', 'a'), { parent: 'box', at: 1 }).components)).toEqual([
      { box: ['b', 'a', 'd', 'c'] },
      { grid: [{ one: [] }, { two: [] }] },
    ]);
    expect(shape(moveComponents(start, ids('a'), { parent: undefined, at: 2 }).components)).toEqual([
      { box: ['b', 'c'] },
      'a',
      { grid: [{ one: ['d'] }, { two: [] }] },
    ]);
  });

  it.each([
    ['into itself', ids('box'), { parent: 'box', at: 0 }],
    ['a column out of its grid', ids('one'), { parent: undefined, at: 0 }],
    ['a field between columns', ids('a'), { parent: 'grid', at: 0 }],
    ['to where it is', ids('b'), { parent: 'box', at: 1 }],
    ['into what is not there', ids('a'), { parent: 'nowhere', at: 0 }],
    ['into a field', ids('a'), { parent: 'b', at: 0 }],
  ] as const)('should not move %s', (_, chosen, place) => {
    expect(moveComponents(start, chosen, place)).toBe(start);
  });

  it('should keep one column of a grid', () => {
    expect(shape(removeComponents(start, ids('one', 'two')).components)).toEqual([
      'a',
      { box: ['b', 'c'] },
      { grid: [{ one: ['d'] }] },
    ]);
    expect(shape(removeComponents(start, ids('grid', 'b')).components)).toEqual(['a', { box: ['c'] }]);
  });

  it('should copy with new ids inside too, right behind', () => {
    const { form: copied, ids: made } = duplicateComponents(start, ids('box'), counted());
    expect(shape(copied.components)).toEqual([
      'a',
      { box: ['b', 'c'] },
      { n1: ['n2', 'n3'] },
      { grid: [{ one: ['d'] }, { two: [] }] },
    ]);
    expect(made).toEqual(['n1']);
    expect(pasteComponents(start, [part('x')], { parent: 'two', at: 0 }, counted()).ids).toEqual(['n1']);
  });

  it('should wrap what is chosen where the first of it stood, a column for each in a grid', () => {
    expect(shape(wrapComponents(start, ids('a', 'c'), 'group', counted()).form.components)).toEqual([
      { n1: ['a', 'c'] },
      { box: ['b'] },
      { grid: [{ one: ['d'] }, { two: [] }] },
    ]);
    const { form: wrapped, id } = wrapComponents(start, ids('b', 'c'), 'grid', counted());
    expect(findComponent(wrapped.components, id!)?.children).toMatchObject([
      { type: 'column', span: 12, children: [{ id: 'b' }] },
      { span: 12, children: [{ id: 'c' }] },
    ]);
    expect(wrapComponents(start, ids('one'), 'group', counted()).form).toBe(start);
  });

  it('should leave what an edit does not touch the very same', () => {
    const next = setFields(start, ids('d'), { label: 'D' });
    expect(next.components[1]).toBe(start.components[1]);
    expect(findComponent(next.components, 'd')).toEqual({ id: 'd', type: 'input', label: 'D' });
    expect(setFields(next, ids('d'), { label: 'D' })).toBe(next);
    expect(findComponent(setFields(next, ids('d'), { label: undefined }).components, 'd')).toEqual({
      id: 'd',
      type: 'input',
    });
  });

  it('should rename with all that names it: conditions, comparisons, expressions, scripts', () => {
    const named: FormDocument = {
      ...form(
        { ...part('old'), label: 'old' },
        {
          ...part('x'),
          showWhen: { match: 'all', conditions: [{ component: 'old', operator: 'filled' }] },
          value: "{{= value('old') }} {{old}}",
        },
        { ...part('y', 'compare'), left: 'old', right: 'x' },
      ),
      code: [['__init__', "form.get(['old']); function on_old_change() {} on_older_change(); 'older'"]],
    };
    const renamed = renameComponent(named, 'old', 'fresh');
    expect(renamed.components).toMatchObject([
      { id: 'fresh', label: 'old' },
      { showWhen: { conditions: [{ component: 'fresh' }] }, value: "{{= value('fresh') }} {{old}}" },
      { left: 'fresh', right: 'x' },
    ]);
    expect(renamed.code[0]![1]).toBe("form.get(['fresh']); function on_fresh_change() {} on_older_change(); 'older'");
    expect(renameComponent(named, 'nobody', 'fresh')).toBe(named);
  });

  it('should return paths with groups only', () => {
    const nested = form(
      part('outer', 'group', [part('g', 'grid', [part('c', 'column', [part('inner', 'group', [part('text')])])])]),
    );
    expect(pathOf(nested.components, 'text')).toEqual(['outer', 0, 'inner', 0, 'text']);
    expect(pathOf(nested.components, 'g')).toEqual(['outer', 0, 'g']);
  });

  it('should begin every component of the catalogue without a problem', () => {
    for (const { type } of componentTypes)
      expect(formProblems(form(newComponent(type, freshIds([])))), type).toEqual([]);
  });
});

/** A random edit of a form: which one, on what, to where, by numbers. */
const anyEdit = fc.record({ kind: fc.integer({ min: 0, max: 6 }), a: fc.nat(50), b: fc.nat(50), c: fc.nat(50) });

function apply(
  before: FormDocument,
  { kind, a, b, c }: { readonly kind: number; readonly a: number; readonly b: number; readonly c: number },
  make: () => string,
): FormDocument {
  const all = idsOf(before.components);
  const id = all[a % Math.max(1, all.length)] ?? '';
  const holder = [
    undefined,
    ...[...walkForm(before.components)]
      .filter(({ component }) => component.children !== undefined)
      .map(({ component }) => component.id),
  ];
  const place = { parent: holder[b % holder.length], at: c % 6 };
  switch (kind) {
    case 0:
      return addComponents(before, [newComponent(componentTypes[a % componentTypes.length]!.type, make)], place);
    case 1:
      return removeComponents(before, ids(id));
    case 2:
      return moveComponents(before, ids(id, all[c % Math.max(1, all.length)] ?? ''), place);
    case 3:
      return duplicateComponents(before, ids(id), make).form;
    case 4:
      return wrapComponents(before, ids(id), (['container', 'group', 'grid'] as const)[b % 3]!, make).form;
    case 5:
      return setFields(before, ids(id), { label: `label ${b}` });
    default:
      return id === '' ? before : renameComponent(before, id, make());
  }
}

it('should go back to where it began and forth again through any edits, with ids that stay unique and everything in an allowed place', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), edits => {
      let number = 0;
      const make = (): string => `id_${(number += 1)}`;
      let history = beginHistory<FormDocument>(emptyForm);
      for (const edit of edits) {
        history = editHistory(history, apply(history.present, edit, make));
        const list = idsOf(history.present.components);
        expect(new Set(list).size).toBe(list.length);
        for (const { component, parents } of walkForm(history.present.components))
          expect(takes(parents.at(-1), component), `${component.type} in ${parents.at(-1)?.type ?? 'form'}`).toBe(true);
        for (const id of list) expect(placeOf(history.present.components, id)).toBeDefined();
      }
      const last = JSON.stringify(history.present);
      let back = history;
      for (let step = 0; step < history.past.length; step++) back = undoHistory(back);
      expect(back.present).toBe(emptyForm);
      for (let step = 0; step < history.past.length; step++) back = redoHistory(back);
      expect(JSON.stringify(back.present)).toBe(last);
      expect(readForm(JSON.parse(JSON.stringify(writeForm(back.present))))).toEqual(JSON.parse(last));
    }),
    { numRuns: 300 },
  );
});

it('should rename a component where a button asks a model about it', () => {
  const form = {
    ...emptyForm,
    components: [
      { id: 'question', type: 'input' },
      {
        id: 'ask',
        type: 'button',
        model: 'Kind',
        prompt: 'Sum up {question}, not {{question}} or {questions}',
        output: 'question',
      },
    ],
  };
  expect(renameComponent(form, 'question', 'asked').components[1]).toMatchObject({
    prompt: 'Sum up {asked}, not {{question}} or {questions}',
    output: 'asked',
  });
});
