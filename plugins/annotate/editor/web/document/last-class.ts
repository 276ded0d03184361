import { tabStore } from '#core/base/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';

const nameOf = (projectId: number): string => `loupe.active-class.${projectId}`;

/** Keeps the active class of a project for the items that are opened next in this tab. */
export function keepActiveClass(projectId: number, classId: number | undefined): void {
  if (classId === undefined) tabStore.remove(nameOf(projectId));
  else tabStore.set(nameOf(projectId), String(classId));
}

/** Returns the class that was active in a project last; undefined when there is none, or no more. */
export function lastActiveClass(projectId: number, classes: readonly AnnotationClass[]): number | undefined {
  const kept = Number(tabStore.get(nameOf(projectId)));
  return classes.find(each => each.id === kept)?.id;
}
