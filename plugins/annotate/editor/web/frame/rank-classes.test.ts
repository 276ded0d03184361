import { expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { rankClasses } from './rank-classes.ts';

const classes = ['Racing car', 'Scar', 'Car', 'Tree'].map((name, id): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#000000',
  type: 1,
  order: id,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: [],
}));

it('should find classes by the beginning of the name, of a word, and any part, in this order', () => {
  expect(rankClasses(classes, 'car').map(each => each.name)).toEqual(['Car', 'Racing car', 'Scar']);
  expect(rankClasses(classes, ' ').map(each => each.name)).toEqual(['Racing car', 'Scar', 'Car', 'Tree']);
});
