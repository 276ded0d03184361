import { Fault, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { AnnotationRights } from './annotation-rights.ts';
import type { ItemAnnotation } from './annotations.ts';

/** Returns why the caller may not change the annotations of an item by a bulk change; undefined when they may. */
export async function writeRefusal(
  context: RequestContext,
  rights: AnnotationRights,
  row: ItemRow,
  annotation: ItemAnnotation | undefined,
): Promise<Fault | undefined> {
  if (annotation?.own !== undefined)
    return new Fault('OWN_COPY', 'You work on a copy of your own of this item.', { status: 409 });
  try {
    await rights.demandWrite(context, row);
    return undefined;
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
}
