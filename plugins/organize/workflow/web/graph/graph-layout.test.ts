import { describe, expect, it } from 'vitest';
import { systemWorkflow } from '../../common/system-workflows.ts';
import { writeWorkflowFile } from '../../common/workflow-file.ts';
import { boundsIn, layoutFor, layoutWorkflow, NODE, smoothPath } from './graph-layout.ts';

const file = writeWorkflowFile(systemWorkflow);

describe('the layout of a workflow', () => {
  const { places, routes } = layoutWorkflow(file.statuses, file.transitions, file.start_status);

  it('should have a place for every status', () => {
    expect([...places.keys()]).toEqual(file.statuses);
    for (const { x, y } of places.values()) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
  });

  it('should let no two statuses lie over each other', () => {
    const all = [...places.values()];
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1))
        expect(Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height).toBe(true);
  });

  it('should begin at the left with the start and go on to what is reached later', () => {
    const across = (name: string): number => places.get(name)!.x;
    expect(['NotStarted', 'InProgress', 'QualityCheck', 'Completed'].map(across)).toEqual(
      ['NotStarted', 'InProgress', 'QualityCheck', 'Completed'].map(across).toSorted((one, other) => one - other),
    );
    expect(across('NotStarted')).toBe(Math.min(...[...places.values()].map(each => each.x)));
  });

  it('should have one way for the transitions between two statuses, past the others, its name on no status', () => {
    expect(routes.flatMap(each => each.transitions).toSorted((one, other) => one - other)).toEqual([
      ...file.transitions.keys(),
    ]);
    for (const { at } of routes)
      for (const { x, y } of places.values())
        expect(at.x > x && at.x < x + NODE.width && at.y > y && at.y < y + NODE.height).toBe(false);
    const twice = layoutWorkflow(
      ['A', 'B'],
      [
        { name: 'one', from: 'A', to: 'B' },
        { name: 'two', from: 'A', to: 'B' },
      ],
      'A',
    ).routes;
    expect(twice.map(({ label, transitions }) => ({ label, transitions }))).toEqual([
      { label: 'one, two', transitions: [0, 1] },
    ]);
  });

  it('should be the same every time', () => {
    expect(layoutWorkflow(file.statuses, file.transitions, file.start_status)).toMatchObject({ places, routes });
  });

  it('should run down where there is more room below than beside', () => {
    const both = [
      layoutWorkflow(file.statuses, file.transitions, file.start_status),
      layoutWorkflow(file.statuses, file.transitions, file.start_status, 'TB'),
    ] as const;
    expect([
      layoutFor({ width: 1200, height: 300 }, both).direction,
      layoutFor({ width: 400, height: 800 }, both).direction,
    ]).toEqual(['LR', 'TB']);
    expect(both[1].places.get('Completed')!.y).toBeGreaterThan(both[1].places.get('NotStarted')!.y);
  });

  it('should bear loops, transitions to nowhere, no start and no status', () => {
    expect(layoutWorkflow([], [], '').places.size).toBe(0);
    const odd = layoutWorkflow(
      ['A', 'B'],
      [
        { name: '', from: 'A', to: 'A' },
        { name: '', from: 'A', to: 'Lost' },
      ],
      'Lost',
    );
    expect([odd.places.size, odd.routes.length]).toEqual([2, 0]);
  });
});

it('should show all of a layout in its middle, a small one not much enlarged', () => {
  const layout = { direction: 'LR', width: 220, height: 110, places: new Map(), routes: [] } as const;
  expect(boundsIn({ width: 110, height: 110 }, layout)).toEqual({ x: 0, y: 0, width: 220, height: 110 });
  expect(boundsIn({ width: 1100, height: 550 }, layout)).toEqual({
    x: expect.closeTo(-390),
    y: expect.closeTo(-195),
    width: expect.closeTo(1000),
    height: expect.closeTo(500),
  });
});

it('should lead a path through its points', () => {
  expect(smoothPath([])).toBe('');
  expect(
    smoothPath([
      { x: 0, y: 0 },
      { x: 4, y: 2 },
    ]),
  ).toBe('M0,0 L4,2');
  expect(
    smoothPath([
      { x: 0, y: 0 },
      { x: 4, y: 4 },
      { x: 8, y: 0 },
    ]),
  ).toBe('M0,0 Q4,4 8,0');
  expect(
    smoothPath([
      { x: 0, y: 0 },
      { x: 4, y: 4 },
      { x: 8, y: 0 },
      { x: 12, y: 0 },
    ]),
  ).toBe('M0,0 Q4,4 6,2 Q8,0 12,0');
});
