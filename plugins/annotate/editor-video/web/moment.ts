import type { Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';

/** Makes edits of objects as they are at one moment edits of the document. */
export interface Moment {
  translated(patches: readonly Patch[]): readonly Patch[];
}

const moments = new WeakMap<EditorSession, Moment>();

/** The moment at which a session is shown; undefined where it is not one of a video. */
export const momentOf = (session: EditorSession): Moment | undefined => moments.get(session);

export const setMoment = (session: EditorSession, moment: Moment): void => void moments.set(session, moment);
