import { expect, it } from 'vitest';
import { changeText, conflictName } from './conflict-text.ts';

const car = {
  id: 'a',
  type: 'bbox',
  classId: 1,
  className: 'Car',
  points: { x1: 1, x2: 2, y1: 3, y2: 4 },
  createdBy: { email: 'ana@north.test', role: 'Annotator' },
  attributes: [],
};

it('should name what was changed, whatever the order of keys', () => {
  const reordered = {
    ...car,
    points: { y2: 4, y1: 3, x2: 2, x1: 1 },
    createdBy: { role: 'Annotator', email: 'ana@north.test' },
  };
  expect(changeText(reordered, car)).toBe('unchanged');
  expect(changeText({ ...reordered, classId: 2, className: 'Van', locked: true }, car)).toBe(
    'class changed, locked or unlocked',
  );
  expect(changeText({ ...car, points: { ...car.points, x1: 0 } }, car)).toBe('moved or reshaped');
  expect(changeText({ ...car, probability: 90 }, car)).toBe('probability changed');
  expect([changeText(undefined, car), changeText(car, undefined)]).toEqual(['deleted', 'added']);
});

it('should call an object by its class and shape, as the list of objects does', () => {
  expect(conflictName({ collection: 'instances', id: 'a', mine: car as never })).toBe('Car (box)');
});
