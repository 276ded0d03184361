import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { TrackCommands } from './track-commands.ts';
import type { VideoPlayer } from './video-player.ts';

/** What going from key frame to key frame needs of an editor. */
export interface KeyNavigated {
  readonly session: EditorSession;
  readonly player: VideoPlayer;
  readonly tracks: TrackCommands;
}

/** Goes to the nearest key frame before or after the frame that is shown. */
export function goToKey({ session, player, tracks }: KeyNavigated, direction: 1 | -1): void {
  const frame = tracks.neighbouringKey(direction);
  if (frame !== undefined) player.seek(frame);
  else
    session.notify(direction === 1 ? 'No key frame comes after this frame.' : 'No key frame comes before this frame.');
}

/** Goes to the next frame on which the tracker is unsure. */
export function goToCheck({ session, player, tracks }: KeyNavigated): void {
  const frame = tracks.nextUnsure();
  if (frame === undefined) session.notify('No frame is to be checked.');
  else player.seek(frame);
}
