import type { KeyPointSteps } from './api.ts';

/**
 * Returns the problems with key-point steps, as field and reason: ids that repeat, lines to steps that are not there,
 * classes and attributes the project has not.
 */
export function keyPointIssues(
  { steps, connections }: KeyPointSteps,
  attributesOfClass: ReadonlyMap<number, ReadonlySet<number>>,
): readonly { readonly field: string; readonly reason: string }[] {
  const ids = new Set<number>();
  const ofSteps = steps.flatMap((step, at) => {
    const repeated = ids.has(step.id);
    ids.add(step.id);
    const attributes = attributesOfClass.get(step.class_id);
    const missing = (step.attribute ?? []).findIndex(each => attributes?.has(each.attribute.id) !== true);
    return [
      ...(repeated ? [{ field: `steps.steps.${at}.id`, reason: `${step.id} is used by another step` }] : []),
      ...(attributes === undefined
        ? [{ field: `steps.steps.${at}.class_id`, reason: 'is no class of this project' }]
        : missing === -1
          ? []
          : [
              { field: `steps.steps.${at}.attribute.${missing}.attribute.id`, reason: 'is no attribute of this class' },
            ]),
    ];
  });
  const ofLines = connections.flatMap((line, at) =>
    line
      .filter(end => !ids.has(end))
      .map(end => ({ field: `steps.connections.${at}`, reason: `there is no step ${end}` })),
  );
  return [...ofSteps, ...ofLines];
}

/** The steps without those of a class, and without the lines that ended there. */
export function withoutClass(document: KeyPointSteps, classId: number): KeyPointSteps {
  const steps = document.steps.filter(each => each.class_id !== classId);
  const ids = new Set(steps.map(each => each.id));
  return { ...document, steps, connections: document.connections.filter(line => line.every(end => ids.has(end))) };
}
