import { expect, it } from 'vitest';
import type { FormComponent } from './form-document.ts';
import { holds, outermost } from './form-places.ts';

const part = (id: string, ...children: FormComponent[]): FormComponent => ({ id, type: 'group', children });
const form = [part('top', part('middle', part('inner')), part('beside')), part('other')];

it('should find a component at any depth of another', () => {
  const [top] = form as [FormComponent];
  expect(holds(top, 'middle')).toBe(true);
  expect(holds(top, 'inner')).toBe(true);
  expect(holds(top, 'top')).toBe(false);
  expect(holds(top, 'other')).toBe(false);
});

it('should keep the outermost of chosen components, in reading order', () => {
  expect(outermost(form, new Set(['other', 'inner', 'middle', 'beside']))).toEqual(['middle', 'beside', 'other']);
});
