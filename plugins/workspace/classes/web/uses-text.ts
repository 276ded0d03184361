import type { AnnotationClass } from '../common/annotation-class.ts';
import type { ClassUses } from '../common/api.ts';
import { messages } from './messages.ts';

/** Returns the text about the objects of a class before it is deleted. */
export function usesText({ objects, items }: ClassUses): string {
  if (objects === 0) return messages.usesText.noObjectUsesIt;
  const [one, many] = [
    objects === 1 ? '1 object' : messages.usesText.objectCount(objects.toLocaleString('en')),
    items === 1 ? '1 item' : messages.usesText.items(items.toLocaleString('en')),
  ];
  return messages.usesText.oneInManyUse(one, many, objects);
}

const names = (classes: readonly Pick<AnnotationClass, 'name'>[]): string =>
  classes.length <= 3
    ? classes.map(each => each.name).join(', ')
    : messages.usesText.classesAndMore(
        classes
          .slice(0, 3)
          .map(each => each.name)
          .join(', '),
        classes.length - 3,
      );

/** Returns a number of objects in words. */
export const objectsText = (objects: number): string =>
  objects === 1 ? messages.usesText.number1Object : messages.usesText.objects(objects);

const objectsOf = (classes: readonly Pick<AnnotationClass, 'id'>[], uses: ReadonlyMap<number, ClassUses>): number =>
  classes.reduce((sum, each) => sum + (uses.get(each.id)?.objects ?? 0), 0);

/** Returns what merging classes does; `uses` is undefined while they are not counted. */
export function mergeText(
  from: readonly Pick<AnnotationClass, 'id' | 'name'>[],
  into: string,
  uses: ReadonlyMap<number, ClassUses> | undefined,
): string {
  const moved = uses === undefined ? messages.usesText.theirObjects : objectsText(objectsOf(from, uses));
  return messages.usesText.movedWillBecomeInto(moved, into, names(from));
}

/** Returns what deleting several classes does. */
export function deletionText(
  classes: readonly Pick<AnnotationClass, 'id' | 'name'>[],
  uses: ReadonlyMap<number, ClassUses> | undefined,
): string {
  const objects = uses === undefined ? undefined : objectsOf(classes, uses);
  const lost =
    objects === undefined
      ? messages.usesText.objectsThatUseThem
      : objects === 0
        ? messages.usesText.noObjectUsesThem
        : messages.usesText.willHaveNoClass(objectsText(objects));
  return messages.usesText.namesLostYouCanUndo(names(classes), lost);
}
