import { expect, it } from 'vitest';
import { skeleton } from './api.ts';
import { draftOf } from './skeleton-draft.ts';
import { skeletonPresets } from './skeleton-presets.ts';

it.each(skeletonPresets.map(each => [each.name, each] as const))(
  'should be a skeleton that can be stored: %s',
  (_, preset) => {
    const { points, connections, labels } = preset.skeleton;
    const read = skeleton.safeParse({ points, connections, labels });
    expect(read.error).toBeUndefined();
    // In the drawing as it is, each point at a place and with a name of its own.
    expect(draftOf(preset.skeleton)).toEqual(preset.skeleton);
    expect(new Set(labels).size).toBe(points.length);
    expect(new Set(points.map(({ x, y }) => `${x} ${y}`)).size).toBe(points.length);
    // No point stands alone.
    expect(new Set(connections.flat()).size).toBe(points.length);
  },
);

it('should have as many points as the data sets', () => {
  expect(skeletonPresets.map(each => each.skeleton.points.length)).toEqual([17, 21, 68]);
  expect(skeletonPresets[0]!.skeleton.connections).toHaveLength(19);
});
