import { Disposables } from '#core/base/common/index.ts';
import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { FrameTable } from '../common/media/frame-table.ts';
import type { MediaFacts } from '../common/media/probe-media.ts';
import { framesOfMedia } from '../common/media/probe-media.ts';
import type { FrameSession } from './frame-session.ts';
import { SoundTrack } from './sound/sound-track.ts';
import type { VideoBackdrop } from './video-backdrop.ts';
import { VideoPictures } from './video-pictures.ts';
import { speeds, VideoPlayer } from './video-player.ts';

/** Frames a second that are assumed until the file is open. */
const ASSUMED_RATE = 25;

/** A file as it is played: pictures, sound, and the shapes of the frame on the screen. */
export class VideoPlayback {
  readonly pictures: VideoPictures;
  readonly sound: SoundTrack;
  readonly #frames: FrameSession;
  readonly #owned = new Disposables();
  readonly #listeners = new Set<() => void>();
  #player: VideoPlayer;

  constructor(backdrop: VideoBackdrop, frames: FrameSession) {
    this.#frames = frames;
    this.pictures = this.#owned.add(new VideoPictures(backdrop, frame => this.#player.arrived(frame)));
    this.sound = this.#owned.add(new SoundTrack());
    this.#player = this.#makePlayer(frames.table);
  }

  /** The player; another one once the frames of the file are known. */
  get player(): VideoPlayer {
    return this.#player;
  }

  /** The frames that are assumed of a video until its file is open. `duration` in microseconds. */
  static assumed(duration: number): FrameTable {
    return FrameTable.regular(ASSUMED_RATE, duration);
  }

  /** Calls back when another frame is on the screen, another player is there, or playing began or ended. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Opens a file and shows its first frame. Calls `sized` with the size of its pictures. Undefined when it cannot be.
   */
  async open(
    url: string,
    known: (() => Promise<MediaFacts | undefined>) | undefined,
    sized: (size: Size) => void,
  ): Promise<FrameTable | undefined> {
    const facts = await this.pictures.open(url, known);
    if (facts === undefined) return undefined;
    if (facts.hasAudio) this.sound.open(url, facts.duration);
    if (facts.kind === 'video') sized(facts);
    const table = framesOfMedia(facts);
    this.#player.dispose();
    this.#player = this.#makePlayer(table);
    this.#frames.setFrame(0, table);
    this.#player.seek(0);
    this.#changed();
    return table;
  }

  /** Shows the pictures of a file that was converted frame by frame. */
  async replace(url: string): Promise<void> {
    if (await this.pictures.replace(url)) this.#player.seek(this.#player.state.frame);
  }

  dispose(): void {
    this.#player.dispose();
    this.#listeners.clear();
    this.#owned.dispose();
  }

  #makePlayer(table: FrameTable): VideoPlayer {
    const ports = {
      want: (frames: readonly number[], ahead: readonly number[]) => this.pictures.want(frames, ahead),
      has: (frame: number) => this.pictures.has(frame),
      show: (frame: number) => {
        this.pictures.show(frame);
        this.#frames.setFrame(frame, table);
      },
    };
    const player = new VideoPlayer(table, ports, speeds[3]);
    player.onChange(() => this.#changed());
    return player;
  }

  #changed(): void {
    this.sound.follow(this.#player);
    for (const listener of this.#listeners) listener();
  }
}
