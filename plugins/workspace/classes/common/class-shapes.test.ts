import { describe, expect, it } from 'vitest';
import { shapeProblem } from './class-shapes.ts';
import { readClasses } from './read-classes.ts';

describe('shapes of a class', () => {
  const rose = { name: 'Rose', shapes: ['bbox', 'polygon'] as const };

  it('should allow every shape to a class without a limit, and tags to all', () => {
    expect(shapeProblem({ name: 'Rose' }, 'polyline')).toBeUndefined();
    expect(shapeProblem(rose, 'tag')).toBeUndefined();
    expect(shapeProblem(rose, 'polygon')).toBeUndefined();
  });

  it('should name the class, the shape and the shapes that are allowed', () => {
    expect(shapeProblem(rose, 'rbbox')).toBe('“Rose” can’t be drawn as Rotated box. Allowed: Box, Polygon.');
    expect(shapeProblem(rose, 'mask')).toBe('“Rose” can’t be drawn as mask. Allowed: Box, Polygon.');
  });

  it.each([
    [
      ['polygon', 'bbox', 'bbox'],
      ['bbox', 'polygon'],
    ],
    [[], undefined],
    [null, undefined],
    [undefined, undefined],
  ])('should read %j in a list of classes as %j', (shapes, read) => {
    const { classes, issues } = readClasses([{ name: 'Rose', color: '#FF0000', shapes }], { projectType: 1 });
    expect(issues).toEqual([]);
    expect(classes[0]?.shapes).toEqual(read);
  });

  it.each(['bbox', ['box'], [1]])('should refuse %j as shapes', shapes => {
    const { issues } = readClasses([{ name: 'Rose', color: '#FF0000', shapes }], { projectType: 1 });
    expect(issues).toEqual([
      {
        path: 'classes[0].shapes',
        message:
          '"classes[0].shapes" must be a list of: bbox, rbbox, polygon, polyline, point, ellipse, cuboid, template',
      },
    ]);
  });

  it('should leave the limit out for tags and in projects without these shapes', () => {
    const tag = { name: 'Rose', color: '#FF0000', shapes: ['bbox'], type: 2 };
    expect(readClasses([tag], { projectType: 1 }).classes[0]).not.toHaveProperty('shapes');
    expect(readClasses([{ ...tag, type: 1 }], { projectType: 3 }).classes[0]).not.toHaveProperty('shapes');
  });
});
