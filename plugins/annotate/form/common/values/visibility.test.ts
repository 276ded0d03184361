import { describe, expect, it } from 'vitest';
import { readForm } from '../form-document.ts';
import { FormPlan } from './form-plan.ts';
import { missingAnswers, placeText } from './required-answers.ts';
import { hiddenInSomeStatus, isShown, ownVisibility, visibilityOf } from './visibility.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { openForm } from './stored-values.ts';

const reader = { role: 3, status: 2 };
const component = (fields: object): { readonly id: string; readonly type: string } => ({
  id: 'a',
  type: 'input',
  ...fields,
});
const rule = (visibility: number, roles: unknown = 'all', statuses: unknown = [2]): object => ({
  permissions: [{ roles, statuses, visibility }],
});

describe('who sees a component', () => {
  it.each([
    [{}, 'edit'],
    [rule(1), 'read'],
    [rule(2), 'hidden'],
    [rule(2, [4]), 'edit'],
    [rule(2, [3]), 'hidden'],
    [rule(1, 'all', [5]), 'edit'],
    [rule(1, 'all', 'all'), 'read'],
    [
      {
        permissions: [
          { roles: [3], statuses: [2], visibility: 1 },
          { roles: 'all', statuses: 'all', visibility: 2 },
        ],
      },
      'read',
    ],
    [{ hidden: true }, 'hidden'],
    [{ readOnly: true }, 'read'],
    [{ readOnly: true, ...rule(2) }, 'hidden'],
  ])('should follow from %j: %s', (fields, expected) =>
    expect(ownVisibility(component(fields), reader)).toBe(expected),
  );

  it('should count statuses as the project does now', () =>
    expect(ownVisibility(component(rule(2, 'all', [7])), { ...reader, statusesMap: { 7: 2 } })).toBe('hidden'));

  it('should never be more than what encloses it', () => {
    const plan = new FormPlan(
      readForm({
        components: [
          {
            id: 'box',
            type: 'container',
            ...rule(1),
            children: [
              { id: 'a', type: 'input' },
              { id: 'b', type: 'input', ...rule(2) },
            ],
          },
        ],
      }).components,
    );
    expect(['a', 'b'].map(id => visibilityOf(plan.byId.get(id)!, reader))).toEqual(['read', 'hidden']);
  });

  it('should be computed for all statuses together', () => {
    const { components } = readForm({
      components: [
        { id: 'box', type: 'container', ...rule(2, [3], [5]), children: [{ id: 'a', type: 'input' }] },
        { id: 'b', type: 'input', ...rule(1) },
        { id: 'c', type: 'input', ...rule(2, [4]) },
      ],
    });
    expect([3, 4, 1].map(role => [...hiddenInSomeStatus(components, role)])).toEqual([['box', 'a'], ['c'], []]);
  });

  it('should follow conditions over other values', () => {
    const shown = (match: string, ...conditions: readonly object[]): boolean =>
      isShown(component({ showWhen: { match, conditions } }), id => ({ kind: 'x', many: ['a'], count: 3 })[id]);
    expect([
      shown('all'),
      shown('all', { component: 'kind', operator: 'equals', value: 'x' }),
      shown(
        'all',
        { component: 'kind', operator: 'equals', value: 'x' },
        { component: 'count', operator: 'more', value: 3 },
      ),
    ]).toEqual([true, true, false]);
    expect([
      shown(
        'any',
        { component: 'kind', operator: 'differs', value: 'x' },
        { component: 'many', operator: 'contains', value: 'a' },
      ),
      shown('all', { component: 'none', operator: 'empty' }),
      shown('all', { component: 'none', operator: 'less', value: 1 }),
    ]).toEqual([true, true, false]);
  });
});

describe('required answers', () => {
  const form = readForm({
    components: [
      { id: 'top', type: 'input', label: 'Prompt', isRequired: true },
      {
        id: 'later',
        type: 'input',
        isRequired: true,
        showWhen: { conditions: [{ component: 'top', operator: 'filled' }] },
      },
      { id: 'secret', type: 'input', isRequired: true, ...rule(2) },
      { id: 'g', type: 'group', children: [{ id: 'x', type: 'radio', isRequired: true, label: 'Stars' }] },
      { id: 'none', type: 'group', isTemplate: true, children: [{ id: 'y', type: 'input', isRequired: true }] },
    ],
  });
  const missing = (data: object): readonly string[] =>
    missingAnswers(new FormPlan(form.components), readDocument(openForm({ metadata: {}, data })).instances, reader).map(
      ({ component: each, path }) => placeText(each, path),
    );

  it('should be asked for in every row, and only where they show and may be given', () => {
    expect(missing({})).toEqual(['Prompt', 'Stars in row 1']);
    expect(
      missing({
        top: 'x',
        x: [
          { value: 'a', element_path: ['g', 0, 'x'] },
          { value: null, element_path: ['g', 1, 'x'] },
        ],
        y: [{ value: '', element_path: ['none', 0, 'y'] }],
      }),
    ).toEqual(['later', 'Stars in row 2', 'y in row 1']);
    expect(missing({ top: 'x', later: 'y', x: [{ value: 'a', element_path: ['g', 0, 'x'] }] })).toEqual([]);
  });
});
