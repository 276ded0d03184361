import type { Comment } from '../../common/document.ts';
import type { Place } from '../../common/geometry/place.ts';
import type { Editor } from '../kit/editor-type.ts';
import type { Scene } from '../kit/scene.ts';

/** Where a thread is pinned now, in image pixels: in the middle of its object wherever that has gone, else where it was begun. */
export function threadPlace({ instanceId, x, y }: Pick<Comment, 'instanceId' | 'x' | 'y'>, scene: Scene, editor: Editor): Place | undefined {
  const object = instanceId === undefined ? undefined : scene.shown(instanceId);
  const area = object === undefined ? undefined : editor.boundsOf?.(object);
  if (area !== undefined) return { x: (area.minX + area.maxX) / 2, y: (area.minY + area.maxY) / 2 };
  return x === undefined || y === undefined ? undefined : { x, y };
}
