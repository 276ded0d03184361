import { expect, it } from 'vitest';
import type { FormComponent } from '#plugins/annotate/form/common/index.ts';
import { formValues } from './form-values.ts';

it('should read values by id, rows of groups as lists, and nothing that is hidden from the person', () => {
  const components = [
    { id: 'title', type: 'input' },
    { id: 'secret', type: 'input' },
    { id: 'box', type: 'container', children: [{ id: 'inside', type: 'number' }] },
    { id: 'people', type: 'group', children: [{ id: 'name', type: 'input' }] },
    { id: 'go', type: 'button' },
  ] as unknown as readonly FormComponent[];
  const stored: Readonly<Record<string, unknown>> = {
    title: 'Report',
    secret: 'no',
    inside: 4,
    'people/0/name': 'Ana',
    'people/1/name': undefined,
  };
  expect(
    formValues({
      plan: { components },
      visibility: id => (id === 'secret' ? 'hidden' : 'edit'),
      value: (_, path) => stored[path.join('/')],
      rowCount: () => 2,
    }),
  ).toEqual({ title: 'Report', inside: 4, people: [{ name: 'Ana' }, { name: null }] });
});
