import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { MarkedRange } from '../frame-range.ts';
import type { FrameSession } from '../frame-session.ts';
import type { MarkedKeys } from '../marked-keys.ts';
import type { VideoServer } from '../server/video-server.ts';
import type { SoundTrack } from '../sound/sound-track.ts';
import type { TrackingRun } from '../tracking/tracking-run.ts';
import type { TrackCommands } from '../track-commands.ts';
import type { VideoPictures } from '../video-pictures.ts';
import type { VideoPlayer } from '../video-player.ts';
import type { TimelineView } from './timeline-view.ts';

/** Part of an editor that the timeline and the bar over it need. */
export interface TimelineEditor {
  readonly session: EditorSession;
  readonly frames: FrameSession;
  readonly tracks: TrackCommands;
  readonly keyFrames: MarkedKeys;
  readonly tracking: TrackingRun;
  readonly timeline: TimelineView;
  readonly marked: MarkedRange;
  readonly player: VideoPlayer;
  readonly sound: SoundTrack;
  readonly server: VideoServer | undefined;
  readonly pictures: VideoPictures;
  readonly stage: { requestOverlay(): void };
  /** Calls back when another frame is on the screen, another player is there, or playing began or ended. */
  onPlayer(listener: () => void): () => void;
  /** Follows the selected object with the tracker. */
  trackSelection(): void;
  /** The field in which a person types the number of a frame; null when it goes. */
  seatFrameField(field: HTMLInputElement | null): void;
}
