import { describe, expect, it } from 'vitest';
import { joinLines } from './join-lines.ts';
import type { PolylineInstance } from './shapes.ts';

const line = (id: string, points: readonly number[], fields: Partial<PolylineInstance> = {}): PolylineInstance => ({
  id,
  type: 'polyline',
  classId: 1,
  attributes: [],
  points,
  ...fields,
});
const joined = (lines: readonly PolylineInstance[]): PolylineInstance => {
  const edit = joinLines(lines, { email: 'ann@example.com' });
  if ('refused' in edit) throw new Error(edit.refused);
  expect(edit.patches.slice(1)).toMatchObject(lines.slice(1).map(({ id }) => ({ id })));
  return edit.patches[0]!.after as PolylineInstance;
};

describe('joined lines', () => {
  it('run on from the nearest ends, whichever way round they were drawn', () => {
    expect(joined([line('a', [0, 0, 10, 0]), line('b', [30, 0, 20, 0]), line('c', [12, 0, 18, 0])]).points).toEqual([
      0, 0, 10, 0, 12, 0, 18, 0, 20, 0, 30, 0,
    ]);
  });

  it('have one vertex where they met', () => {
    expect(joined([line('a', [0, 0, 10, 0]), line('b', [10, 0, 10, 9])]).points).toEqual([0, 0, 10, 0, 10, 9]);
  });

  it('keep the labels of the first line at their vertices', () => {
    expect(joined([line('a', [0, 0, 10, 0], { pointLabels: { 1: 'end' } }), line('b', [-5, 0, -9, 0])])).toMatchObject({
      points: [-9, 0, -5, 0, 0, 0, 10, 0],
      pointLabels: { 3: 'end' },
    });
  });
});
