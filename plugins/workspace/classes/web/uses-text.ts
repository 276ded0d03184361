import type { AnnotationClass } from '../common/annotation-class.ts';
import type { ClassUses } from '../common/api.ts';

/** What is said of the objects of a class before it is deleted. */
export function usesText({ objects, items }: ClassUses): string {
  if (objects === 0) return 'No object uses it.';
  const [one, many] = [
    objects === 1 ? '1 object' : `${objects.toLocaleString('en')} objects`,
    items === 1 ? '1 item' : `${items.toLocaleString('en')} items`,
  ];
  return `${one} in ${many} ${objects === 1 ? 'uses' : 'use'} it and will have no class.`;
}

const names = (classes: readonly Pick<AnnotationClass, 'name'>[]): string =>
  classes.length <= 3
    ? classes.map(each => each.name).join(', ')
    : `${classes
        .slice(0, 3)
        .map(each => each.name)
        .join(', ')} and ${classes.length - 3} more`;

/** Returns a number of objects in words. */
export const objectsText = (objects: number): string =>
  objects === 1 ? '1 object' : `${objects.toLocaleString('en')} objects`;

const objectsOf = (classes: readonly Pick<AnnotationClass, 'id'>[], uses: ReadonlyMap<number, ClassUses>): number =>
  classes.reduce((sum, each) => sum + (uses.get(each.id)?.objects ?? 0), 0);

/** Returns what merging classes does; `uses` is undefined while they are not counted. */
export function mergeText(
  from: readonly Pick<AnnotationClass, 'id' | 'name'>[],
  into: string,
  uses: ReadonlyMap<number, ClassUses> | undefined,
): string {
  const moved = uses === undefined ? 'Their objects' : objectsText(objectsOf(from, uses));
  return `${moved} will become ${into}, with the same attributes. ${names(from)} will be deleted. This can’t be undone in one step; every item keeps its earlier version.`;
}

/** Returns what deleting several classes does. */
export function deletionText(
  classes: readonly Pick<AnnotationClass, 'id' | 'name'>[],
  uses: ReadonlyMap<number, ClassUses> | undefined,
): string {
  const objects = uses === undefined ? undefined : objectsOf(classes, uses);
  const lost =
    objects === undefined
      ? 'Objects that use them will have no class.'
      : objects === 0
        ? 'No object uses them.'
        : `${objectsText(objects)} will have no class.`;
  return `${names(classes)}. ${lost} You can undo this for ten seconds.`;
}
