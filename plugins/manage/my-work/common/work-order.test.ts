import { expect, it } from 'vitest';
import type { ProjectWork } from './api.ts';
import { byUrgency, inWorkOrder, nextLabel } from './work-order.ts';

const work = (change: Partial<ProjectWork>): ProjectWork => ({
  project_id: 1,
  name: 'Birds',
  type: 1,
  role: 1,
  paused: false,
  statuses: [],
  returned: 0,
  in_progress: 0,
  waiting: 0,
  next_item_id: null,
  due_on: null,
  can_request: false,
  ...change,
});

it('should put returned items first, then begun ones, then the others as the workflow has them', () => {
  expect(inWorkOrder([1, 2, 4], { returned: 4, inProgress: 2 })).toEqual([4, 2, 1]);
  expect(inWorkOrder([3], { returned: 4, inProgress: 2 })).toEqual([3]);
  expect(inWorkOrder([7, 1], { returned: undefined, inProgress: undefined })).toEqual([7, 1]);
});

it('should list the projects with returned items first and those without work last', () => {
  const list = [
    work({ name: 'Done' }),
    work({ name: 'Queue', can_request: true }),
    work({ name: 'New', waiting: 3 }),
    work({ name: 'Begun', waiting: 1, in_progress: 1 }),
    work({ name: 'Back', waiting: 1, returned: 1 }),
    work({ name: 'More back', waiting: 5, returned: 5 }),
  ];
  expect(list.toSorted(byUrgency('2026-12-24')).map(each => each.name)).toEqual([
    'More back',
    'Back',
    'Begun',
    'New',
    'Queue',
    'Done',
  ]);
});

it('should put late work before all other, and what is due sooner before what is due later', () => {
  const list = [
    work({ name: 'No date', waiting: 1 }),
    work({ name: 'Later', waiting: 1, due_on: '2026-12-30' }),
    work({ name: 'Today', waiting: 1, due_on: '2026-12-24' }),
    work({ name: 'Returned', waiting: 1, returned: 1 }),
    work({ name: 'Late', waiting: 1, due_on: '2026-12-23' }),
    work({ name: 'Late but done', due_on: '2026-12-01' }),
  ];
  expect(list.toSorted(byUrgency('2026-12-24')).map(each => each.name)).toEqual([
    'Late',
    'Returned',
    'Today',
    'Later',
    'No date',
    'Late but done',
  ]);
});

it.each([
  [work({ returned: 2, in_progress: 1, waiting: 3 }), 'Continue (2 returned)'],
  [work({ in_progress: 1, waiting: 3 }), 'Continue'],
  [work({ waiting: 3 }), 'Start'],
  [work({ can_request: true }), 'Request tasks'],
  [work({ can_request: true, paused: true }), undefined],
  [work({}), undefined],
])('should name the next step of %o', (each, label) => {
  expect(nextLabel(each)).toBe(label);
});
