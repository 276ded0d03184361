import { expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { keepActiveClass, lastActiveClass } from './last-class.ts';

const classes = [{ id: 1 }, { id: 2 }] as unknown as readonly AnnotationClass[];

it('should go on with the class that was active in a project, as long as it is there', () => {
  expect(lastActiveClass(7, classes)).toBeUndefined();
  keepActiveClass(7, 2);
  expect([lastActiveClass(7, classes), lastActiveClass(8, classes)]).toEqual([2, undefined]);
  expect(lastActiveClass(7, classes.slice(0, 1))).toBeUndefined();
  keepActiveClass(7, undefined);
  expect(lastActiveClass(7, classes)).toBeUndefined();
});
