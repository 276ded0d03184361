import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readCoco } from './read-coco.ts';
import { CocoWriter } from './write-coco.ts';

const read = (file: unknown) => {
  const result = readCoco(file);
  return { ...result, items: [...result.items()], lines: result.report.lines() };
};

describe.skipIf(!existsSync('../shared/data/coco'))('real COCO files', () => {
  const load = (name: string): { images: unknown[]; annotations: JsonRecord[] } =>
    JSON.parse(readFileSync(`../shared/data/coco/${name}`, 'utf8')) as { images: unknown[]; annotations: JsonRecord[] };

  it.each([
    'aerial_terrain/terrain1_coco.json',
    'aerial_terrain/terrain2_coco.json',
    'aerial_terrain/terrain_all_coco.json',
    'instances_and_keypoints/annotations.json',
    'instances_and_keypoints/keypoints_annotations.json',
    'panoptic/panoptic_coco_detection_format.json',
  ])('%s is read without a problem, every annotation of it', name => {
    const file = load(name);
    const result = read(file);
    expect(result.lines).toEqual([]);
    expect(result.items).toHaveLength(file.images.length);
    const ids = result.items.flatMap(item =>
      (item.document['instances'] as JsonRecord[]).map(instance => (instance['source'] as JsonRecord)['id']),
    );
    expect(new Set(ids)).toEqual(new Set(file.annotations.map(annotation => annotation['id'])));
  });

  it('written again are the same shapes', () => {
    const name = 'instances_and_keypoints/annotations.json';
    const before = read(load(name)).items;
    const times = { createdAt: '', updatedAt: '' };
    const classes = read(load(name)).classes.map((input, at): AnnotationClass => ({
      ...input,
      ...times,
      id: at + 1,
      project_id: 1,
      order: at,
      count: 0,
      attribute_groups: input.attribute_groups.map((found, order) => ({
        ...found,
        ...times,
        id: order + 1,
        class_id: at + 1,
        order,
        attributes: [],
      })),
    }));
    const writer = new CocoWriter({ task: 'instances', classes });
    const file = [
      writer.start(),
      ...before.map(item => allAtOnce(writer.item(item.document, item))),
      ...writer.end(),
    ].join('');
    const after = read(JSON.parse(file)).items;
    const shapes = (items: typeof before): unknown =>
      items.map(item =>
        (item.document['instances'] as JsonRecord[]).map(({ type, className, points, groupId, attributes }) => ({
          type,
          className,
          points,
          groupId,
          attributes,
        })),
      );
    expect(shapes(after)).toEqual(shapes(before));
    expect((JSON.parse(file) as { annotations: unknown[] }).annotations).toHaveLength(load(name).annotations.length);
  });
});
