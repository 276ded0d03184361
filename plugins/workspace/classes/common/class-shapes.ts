/** Shapes that a class may be limited to, by the `type` of an object in documents of images. */
export const classShapes = ['bbox', 'rbbox', 'polygon', 'polyline', 'point', 'ellipse', 'cuboid', 'template'] as const;
export type ClassShape = (typeof classShapes)[number];

/** Names of the shapes for people. */
export const shapeTitles: Readonly<Record<ClassShape, string>> = {
  bbox: 'Box',
  rbbox: 'Rotated box',
  polygon: 'Polygon',
  polyline: 'Polyline',
  point: 'Point',
  ellipse: 'Ellipse',
  cuboid: 'Cuboid',
  template: 'Skeleton',
};

/** Numbers of the project types whose classes may be limited to shapes: Vector and Tiled. */
export const shapedProjectTypes: ReadonlySet<number> = new Set([1, 5]);

/** Class that may be limited to shapes. */
interface Limited {
  readonly name: string;
  readonly shapes?: readonly ClassShape[] | undefined;
}

/** Returns why an object of a class may not have a shape, as a sentence; undefined when it may. */
export function shapeProblem({ name, shapes }: Limited, shape: string): string | undefined {
  if (shapes === undefined || shape === 'tag' || shapes.some(each => each === shape)) return undefined;
  const title = classShapes.some(each => each === shape) ? shapeTitles[shape as ClassShape] : shape;
  return `“${name}” can’t be drawn as ${title}. Allowed: ${shapes.map(each => shapeTitles[each]).join(', ')}.`;
}
