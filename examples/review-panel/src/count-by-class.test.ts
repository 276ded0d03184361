import { expect, it } from 'vitest';
import { countByClass } from './count-by-class.ts';

it('should count objects by class, the most first', () => {
  const of = (className?: string) => ({
    id: 'x',
    type: 'bbox',
    classId: 1,
    attributes: [],
    ...(className === undefined ? {} : { className }),
  });
  expect(countByClass([of('cat'), of('dog'), of('dog'), of()])).toEqual([
    ['dog', 2],
    ['cat', 1],
    ['Without a class', 1],
  ]);
});
