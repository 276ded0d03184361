import type { Skeleton } from '#plugins/annotate/skeletons/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { KeyPointSteps } from './api.ts';

/** A skeleton that key-point steps are made of. */
export interface StepTemplate {
  readonly name: string;
  readonly skeleton: Skeleton;
}

/**
 * Key-point steps belong to classes: each point to the one of its own name, a point without a name to the one of the
 * template.
 */
const classNames = ({ name, skeleton }: StepTemplate): readonly string[] =>
  skeleton.points.map((_, at) => skeleton.labels[at]?.trim() || name.trim());

const classOf = (name: string, classes: readonly AnnotationClass[]): AnnotationClass | undefined =>
  classes.find(each => each.name === name) ?? classes.find(each => each.name.toLowerCase() === name.toLowerCase());

/** Names of classes that the points need and the project does not have, each once. */
export function missingClasses(template: StepTemplate, classes: readonly AnnotationClass[]): readonly string[] {
  const once = new Map(classNames(template).map(name => [name.toLowerCase(), name]));
  return [...once.values()].filter(name => classOf(name, classes) === undefined);
}

/**
 * The points of a template as key-point steps, numbered from 1. Lines given twice, in either direction, are one.
 * @throws Error when a class is not there.
 */
export function templateSteps(template: StepTemplate, classes: readonly AnnotationClass[]): KeyPointSteps {
  const lines = new Map(
    template.skeleton.connections.map(([from, to]): [string, [number, number]] => [
      `${Math.min(from, to)} ${Math.max(from, to)}`,
      [from + 1, to + 1],
    ]),
  );
  return {
    steps: classNames(template).map((name, at) => {
      const found = classOf(name, classes);
      if (found === undefined) throw new Error(`There is no class “${name}” for point ${at + 1}.`);
      return { id: at + 1, class_id: found.id, attribute: [] };
    }),
    connections: [...lines.values()],
  };
}
