import { expect, it } from 'vitest';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { editProblem } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorTool } from './editor-type.ts';
import { toolOfClass, toolProblem } from './tool-limits.ts';

const classOf = (id: number, name: string, shapes?: AnnotationClass['shapes']): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#FF0000',
  type: 1,
  ...(shapes === undefined ? {} : { shapes }),
  order: id,
  count: 0,
  createdAt: '',
  updatedAt: '',
  attribute_groups: [],
});
const classes = [classOf(1, 'Rose', ['polygon']), classOf(2, 'Leaf')];
const tool = (id: string, shape?: string): EditorTool => ({
  id,
  title: id,
  icon: id,
  ...(shape === undefined ? {} : { shape }),
});
const [select, box, polygon] = [tool('select'), tool('box', 'bbox'), tool('polygon', 'polygon')] as const;
const refusal = '“Rose” can’t be drawn as Box. Allowed: Polygon.';

it('should name the class and the shape of a tool that cannot draw the active class', () => {
  expect(toolProblem(box, { classes, activeClassId: 1 })).toBe(refusal);
  for (const [each, activeClassId] of [
    [polygon, 1],
    [select, 1],
    [box, 2],
    [box, undefined],
  ] as const)
    expect(toolProblem(each, { classes, activeClassId })).toBeUndefined();
});

it('should find the tool that draws the active class', () => {
  expect(toolOfClass([select, box, polygon], { classes, activeClassId: 1 })).toBe(polygon);
  expect(toolOfClass([select, box], { classes, activeClassId: 1 })).toBeUndefined();
});

it('should refuse an edit that gives an object a class its shape is not allowed for', () => {
  const object = (classId: number, type = 'bbox'): object => ({ id: 'a', type, classId, attributes: [] });
  const problem = (after: object, before?: object): string | undefined =>
    editProblem([{ collection: 'instances', id: 'a', after, ...(before === undefined ? {} : { before }) }], classes);
  expect(problem(object(1))).toBe(refusal);
  expect(problem(object(1), object(2))).toBe(refusal);
  expect(problem(object(1), object(1)), 'drawn before the limit was set').toBeUndefined();
  expect(problem(object(1, 'polygon'), object(1))).toBeUndefined();
  expect(problem(object(2))).toBeUndefined();
});
