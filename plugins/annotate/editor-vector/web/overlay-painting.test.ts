import { expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { labelOf } from './overlay-painting.ts';

const car: Instance = {
  id: 'a',
  type: 'bbox',
  classId: 1,
  className: 'Car',
  attributes: [
    { id: 1, groupId: 1, groupName: 'State', name: 'Parked' },
    { groupId: 2, groupName: 'Doors', name: 4 },
    { groupId: 3, groupName: 'Note', name: '' },
  ],
};

it('should show the values of attributes behind the class when they are wanted', () => {
  expect(labelOf(car, false)).toBe('Car');
  expect(labelOf(car, true)).toBe('Car · Parked, 4');
  expect(labelOf({ ...car, attributes: [], error: true }, true)).toBe('✕ Car');
});

it('should end a long list of values', () => {
  const attributes = ['a', 'b', 'c', 'd', 'e'].map(name => ({ name }));
  expect(labelOf({ ...car, attributes }, true)).toBe('Car · a, b, c, d, …');
});
