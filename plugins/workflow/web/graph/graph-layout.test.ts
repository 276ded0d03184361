import { describe, expect, it } from 'vitest';
import { systemWorkflow } from '../../common/system-workflows.ts';
import { writeWorkflowFile } from '../../common/workflow-file.ts';
import { layoutStatuses, NODE } from './graph-layout.ts';

const file = writeWorkflowFile(systemWorkflow);

describe('the layout of a workflow', () => {
  const places = layoutStatuses(file.statuses, file.transitions, file.start_status);

  it('should have a place for every status', () => {
    expect([...places.keys()]).toEqual(file.statuses);
    for (const { x, y } of places.values()) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
  });

  it('should let no two statuses lie over each other', () => {
    const all = [...places.values()];
    for (const [at, one] of all.entries()) for (const other of all.slice(at + 1)) expect(Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height).toBe(true);
  });

  it('should begin at the left with the start and go on to what is reached later', () => {
    expect(places.get('NotStarted')!.x).toBe(Math.min(...[...places.values()].map(each => each.x)));
    expect(places.get('QualityCheck')!.x).toBeGreaterThan(places.get('NotStarted')!.x);
    expect(places.get('Completed')!.x).toBeGreaterThan(places.get('QualityCheck')!.x);
  });

  it('should be the same every time', () => {
    expect(layoutStatuses(file.statuses, file.transitions, file.start_status)).toEqual(places);
  });

  it('should bear loops, transitions to nowhere, no start and no status', () => {
    expect(layoutStatuses([], [], '').size).toBe(0);
    expect(layoutStatuses(['A', 'B'], [{ from: 'A', to: 'A' }, { from: 'A', to: 'Lost' }], 'Lost').size).toBe(2);
  });
});
