import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';
import type { TrackCommands } from './track-commands.ts';
import type { VideoPlayer } from './video-player.ts';

/** Part of an editor that moving from key frame to key frame needs. */
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
    session.notify(
      direction === 1 ? messages.keyNavigation.noKeyFrameComesAfter : messages.keyNavigation.noKeyFrameComesBefore,
    );
}

/** Goes to the next frame on which the tracker is unsure. */
export function goToCheck({ session, player, tracks }: KeyNavigated): void {
  const frame = tracks.nextUnsure();
  if (frame === undefined) session.notify(messages.keyNavigation.noFrameIsToBeChecked);
  else player.seek(frame);
}
