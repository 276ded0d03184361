import { allAtOnce } from '#core/base/common/index.ts';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readCoco } from './read-coco.ts';
import { CocoWriter } from './write-coco.ts';
import type { CocoImageInput, CocoTask } from './write-coco.ts';

export const times = { createdAt: '', updatedAt: '' };
export const group = (name: string, type: AttributeGroup['group_type']): AttributeGroup => ({
  id: 1,
  class_id: 1,
  name,
  group_type: type,
  isRequired: false,
  default_value: null,
  order: 0,
  attributes: [],
  ...times,
});
export const entry = (id: number, name: string, groups: AttributeGroup[] = []): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#2090F4',
  type: 1,
  order: id,
  count: 0,
  attribute_groups: groups,
  ...times,
});
export const classes = [
  entry(7, 'Car', [
    group('State', 'radio'),
    group('Damage', 'checklist'),
    group('Doors', 'numeric'),
    group('Plate', 'ocr'),
    group('occluded', 'radio'),
    group('iscrowd', 'radio'),
  ]),
  entry(3, 'Road'),
];
export const image = { name: 'a.jpg', width: 100, height: 80 };

export type Pair = readonly [document: JsonRecord, image: CocoImageInput];
export interface Written {
  images: JsonRecord[];
  annotations: JsonRecord[];
  categories: JsonRecord[];
}

export function text(pairs: readonly Pair[], task: CocoTask = 'instances'): { file: string; lines: readonly string[] } {
  const writer = new CocoWriter({ task, classes });
  for (const [document] of pairs) writer.prepare(document);
  const file = [
    writer.start(),
    ...pairs.map(([document, where]) => allAtOnce(writer.item(document, where))),
    ...writer.end(),
  ].join('');
  return { file, lines: writer.report.lines() };
}

export const document = (...instances: object[]): JsonRecord => ({
  metadata: { name: 'a.jpg' },
  instances: instances.map(instance => ({ className: 'Car', ...instance })),
  tags: [],
  comments: [],
});
export const write = (instances: object[], task: CocoTask = 'instances') => {
  const { file, lines } = text([[document(...instances), image]], task);
  return { ...(JSON.parse(file) as Written), lines };
};
export const read = (file: unknown, known: AnnotationClass[] = classes) => {
  const result = readCoco(file, { classes: known });
  return { ...result, items: [...result.items()], lines: result.report.lines() };
};
export const again = (instances: object[], task: CocoTask = 'instances'): JsonRecord[] => {
  const items = read(JSON.parse(text([[document(...instances), image]], task).file)).items;
  return items[0]!.document['instances'] as JsonRecord[];
};

export const box = { type: 'bbox', points: { x1: 10, y1: 20, x2: 30.5, y2: 40.25 } };
