import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { MICRO } from '../common/media/frame-table.ts';

/** Microseconds that a document with no file and no length is shown for. */
const UNKNOWN_DURATION = 10 * MICRO;

/** The length of a video as its document says, until the file is open; in microseconds. */
export function durationOf(session: EditorSession): number {
  const { duration } = session.scene.metadata;
  return typeof duration === 'number' && duration > 0 ? duration : UNKNOWN_DURATION;
}

/** The size of a video as its item says, until the file is open. */
export function sizeOf({ item: { width, height } }: EditorSession): Size | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}
