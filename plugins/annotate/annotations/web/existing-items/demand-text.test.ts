import { expect, it } from 'vitest';
import { demandText } from './demand-text.ts';

it('should say what is demanded, of how many items, and how many of them are completed', () => {
  const of = (...names: readonly string[]) => ({
    projectId: 1,
    className: 'Car',
    groups: names.map((name, id) => ({ id, name })),
  });
  expect(demandText(of('State'), { items: 1200, completed: 5 })).toBe(
    '“State” is required now. 1,200 items have an object of class Car without a value. 5 of them are completed.',
  );
  expect(demandText(of('State', 'Doors', 'Plate'), { items: 1, completed: 1 })).toBe(
    '“State”, “Doors” and “Plate” are required now. 1 item has an object of class Car without a value. It is completed.',
  );
  expect(demandText(of('State'), { items: 2, completed: 2 })).toMatch(/without a value\. All of them are completed\.$/);
  expect(demandText(of('State'), { items: 2, completed: 0 })).toMatch(/without a value\.$/);
});
