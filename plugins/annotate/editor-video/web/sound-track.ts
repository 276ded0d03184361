import { proxy } from 'valtio';
import { MICRO } from '../common/media/frame-table.ts';
import type { VideoPlayer } from './video-player.ts';

/** Seconds by which the sound may be off before it is set right. */
const DRIFT = 0.12;

/** The sound of a video, which follows its playhead. Backwards there is none. */
export class SoundTrack {
  /** `phase`: none to play, or one that this browser can or cannot play. */
  readonly state = proxy<{ phase: 'none' | 'ready' | 'unplayable'; muted: boolean }>({ phase: 'none', muted: false });
  #audio: HTMLAudioElement | undefined;

  /** Opens the sound of a file that has some. */
  open(url: string): void {
    const audio = new Audio();
    audio.preload = 'auto';
    audio.addEventListener('error', () => (this.state.phase = 'unplayable'));
    audio.src = url;
    this.#audio = audio;
    this.state.phase = 'ready';
  }

  setMuted(muted: boolean): void {
    this.state.muted = muted;
    if (this.#audio !== undefined) this.#audio.muted = muted;
  }

  /** Plays what belongs to the frame on the screen, or stops. To be called whenever that changes. */
  follow({ state: { playing, direction, speed, frame }, table }: VideoPlayer): void {
    const audio = this.#audio;
    if (audio === undefined || this.state.phase !== 'ready') return;
    if (!playing || direction === -1) {
      audio.pause();
      return;
    }
    const time = table.starts[frame]! / MICRO;
    audio.playbackRate = speed;
    if (Math.abs(audio.currentTime - time) > DRIFT * Math.max(1, speed)) audio.currentTime = time;
    // A browser may want a click before it plays; the pictures play all the same.
    if (audio.paused) void audio.play().catch(() => undefined);
  }

  dispose(): void {
    this.#audio?.pause();
    this.#audio?.removeAttribute('src');
    this.#audio?.load();
    this.#audio = undefined;
  }
}
