import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { PixelContext } from '../pixel-context.ts';

/** Makes the class under a place the active one. */
export function pickClass({ paint, session }: PixelContext, place: Place): 'stay' {
  const instance = paint.instanceAt(place);
  if (instance === undefined) session.notify('There is nothing painted here.');
  else if (instance.classId === -1) session.notify('This object has no class.');
  else {
    session.setActiveClass(instance.classId);
    session.notify(`Class: ${instance.className ?? ''}`);
  }
  return 'stay';
}
