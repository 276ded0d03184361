import { expect, it } from 'vitest';
import { allMapped, lostStatuses } from './lost-statuses.ts';

const status = (value: number, items: number, kept: boolean) => ({ value, name: `S${value}`, items, kept });
const impact = {
  projects: [
    { id: 1, name: 'A', items: 9, roles: [], statuses: [status(1, 4, true), status(3, 5, false)] },
    { id: 2, name: 'B', items: 3, roles: [], statuses: [status(3, 1, false), status(4, 2, false)] },
  ],
};

it('should sum what has to move over all projects', () => {
  expect(lostStatuses(impact)).toEqual([
    { value: 3, name: 'S3', items: 6, projects: 2 },
    { value: 4, name: 'S4', items: 2, projects: 1 },
  ]);
});

it('should know when everything has somewhere to go', () => {
  expect(allMapped(impact, [{ from: 3, to: 1 }])).toBe(false);
  expect(
    allMapped(impact, [
      { from: 3, to: 1 },
      { from: 4, to: 1 },
    ]),
  ).toBe(true);
});
