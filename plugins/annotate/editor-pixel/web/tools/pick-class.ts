import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { messages } from '../messages.ts';
import type { PixelContext } from '../pixel-context.ts';

/** Makes the class under a place the active one. */
export function pickClass({ paint, session }: PixelContext, place: Place): 'stay' {
  const instance = paint.instanceAt(place);
  if (instance === undefined) session.notify(messages.pickClass.thereIsNothingPaintedHere);
  else if (instance.classId === -1) session.notify(messages.pickClass.thisObjectHasNoClass);
  else {
    session.setActiveClass(instance.classId);
    session.notify(messages.pickClass.className(instance.className ?? ''));
  }
  return 'stay';
}
