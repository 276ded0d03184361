import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { indexClasses } from '#plugins/annotate/annotations/common/index.ts';
import { checkVectorDocument } from './checks.ts';
import type { VectorCheckOptions } from './checks.ts';

const times = { createdAt: '', updatedAt: '' };
/** Makes an attribute group with two attributes. */
export const group = (
  id: number,
  name: string,
  type: AttributeGroup['group_type'],
  isRequired = false,
): AttributeGroup => ({
  id,
  class_id: 1,
  name,
  group_type: type,
  isRequired,
  default_value: null,
  order: 0,
  ...times,
  attributes: ['Parked', 'Moving'].map((value, at) => ({
    id: id * 10 + at,
    group_id: id,
    project_id: 1,
    name: value,
    default: 0,
    order: at,
    count: 0,
    ...times,
  })),
});
/** Makes a class. */
export const entry = (id: number, name: string, type: 1 | 2 | 3, groups: AttributeGroup[] = []): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#FF0000',
  type,
  order: 0,
  count: 0,
  ...times,
  attribute_groups: groups,
});
/** A project with classes of all types. */
export const classes = indexClasses([
  entry(1, 'Car', 1, [
    group(2, 'State', 'radio', true),
    group(3, 'Doors', 'numeric'),
    group(4, 'Plate', 'ocr'),
    group(5, 'Damage', 'checklist'),
  ]),
  entry(6, 'Weather', 2),
  entry(7, 'Link', 3),
  entry(8, 'Plain', 1),
]);

/** Returns the findings in a document with one instance, a line each. */
export const check = (instance: object, options: Partial<VectorCheckOptions> = {}, metadata: object = {}): string[] =>
  checkVectorDocument(
    { metadata: { name: 'a.jpg', ...metadata }, instances: [instance] },
    { form: 'export', ...options },
  ).map(issue => `${issue.severity === 'error' ? '' : 'warning '}${issue.path}: ${issue.message}`);

/** The geometry of each type of instance. */
export const shapes: Record<string, object> = {
  bbox: { points: { x1: 1, y1: 2, x2: 3, y2: 4 } },
  rbbox: { points: { x1: 0, y1: 0, x2: 10, y2: 0, x3: 10, y3: 5, x4: 0, y4: 5 } },
  polygon: { points: [0, 0, 10, 0, 10, 10] },
  polyline: { points: [0, 0, 10, 0] },
  point: { x: 1, y: 2 },
  ellipse: { cx: 5, cy: 5, rx: 2, ry: 3, angle: 10 },
  template: { points: [{ id: 1, x: 1, y: 2 }], connections: [], templateName: 'hand' },
  cuboid: { points: { f1: { x: 0, y: 0 }, f2: { x: 4, y: 4 }, r1: { x: 1, y: 1 }, r2: { x: 5, y: 5 } } },
  tag: { className: 'Weather' },
};
