import { expect, it } from 'vitest';
import type { Manifest } from '#core/kernel/common/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';

const manifests = Object.values(
  import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true }),
).map(each => each.default);

it('should have an editor for each project type that is offered, with entries that all count', () => {
  const types = new ProjectTypes(manifests);
  expect(types.problems).toEqual([]);
  expect(types.all.map(each => each.word)).toEqual(
    expect.arrayContaining(['vector', 'pixel', 'video', 'text', 'tiled', 'classification', 'multimodal']),
  );
  expect(types.all.filter(each => each.editor !== `editor-${each.word}`).map(each => each.editor)).toEqual([
    'editor-form',
  ]);
});
