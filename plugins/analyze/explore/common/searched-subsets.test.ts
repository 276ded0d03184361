import { expect, it } from 'vitest';
import { searchedSubsetNames } from './searched-subsets.ts';

it.each([
  ['', []],
  ['status = Completed', []],
  ['inSubset(Train) AND status = Completed', ['Train']],
  ['metadata(subset = "Hard ones") ORDER BY name', ['Hard ones']],
  ['subset = Train AND inSubset(Night)', ['Train', 'Night']],
  ['inSubset(Train) OR inSubset(Test)', []],
  ['NOT inSubset(Train)', []],
  ['subset != Train', []],
  ['inSubset(', []],
])('should find the subsets that all results of “%s” are in', (query, names) => {
  expect(searchedSubsetNames(query)).toEqual(names);
});
