import type { ThreadLocation } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Editor } from '../kit/editor-type.ts';
import type { Scene } from '../kit/scene.ts';

/**
 * Returns the present place of a thread, in image pixels: in the middle of its object wherever that has gone, else
 * where it was begun.
 */
export function threadPlace({ instanceId, x, y }: ThreadLocation, scene: Scene, editor: Editor): Place | undefined {
  const object = instanceId === undefined ? undefined : scene.shown(instanceId);
  const area = object === undefined ? undefined : editor.boundsOf?.(object);
  if (area !== undefined) return { x: (area.minX + area.maxX) / 2, y: (area.minY + area.maxY) / 2 };
  return x === undefined || y === undefined ? undefined : { x, y };
}

/**
 * Returns the place of a thread's pin, in CSS pixels of the editor's element; undefined for one that has no place, or
 * is out of sight.
 */
export function pinOf(thread: ThreadLocation, scene: Scene, editor: Editor): Place | undefined {
  if (editor.pinAt !== undefined) return editor.pinAt(thread);
  const place = threadPlace(thread, scene, editor);
  return place === undefined ? undefined : editor.toElement?.(place);
}
