import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';

const time = '2026-01-01T00:00:00.000Z';
/** The active class of tools under test. */
export const car: AnnotationClass = {
  id: 7,
  project_id: 1,
  name: 'Car',
  color: '#E4542B',
  type: 1,
  order: 0,
  count: 0,
  createdAt: time,
  updatedAt: time,
  attribute_groups: [],
};
