import { proxy } from 'valtio';
import { MICRO } from '../../common/media/frame-table.ts';
import { stepOf } from './loudness.ts';
import type { SoundReply, SoundRequest } from './sound-messages.ts';
import type { VideoPlayer } from '../video-player.ts';

/** Seconds by which the sound may be off before it is set right. */
const DRIFT = 0.12;

/** The sound of a video, which follows its playhead. Backwards there is none. */
export class SoundTrack {
  /**
   * `phase`: none to play, or one that this browser can or cannot play. `wave` is that of its loudness; `version`
   * counts the parts that came.
   */
  readonly state = proxy<{
    phase: 'none' | 'ready' | 'unplayable';
    muted: boolean;
    wave: 'none' | 'reading' | 'undecodable';
    version: number;
  }>({ phase: 'none', muted: false, wave: 'none', version: 0 });
  /** The greatest deflection of each step, from 0 to 255; empty until the sound is open. */
  loudness = new Uint8Array();
  /** Microseconds of each step of the loudness. */
  step = 1;
  #audio: HTMLAudioElement | undefined;
  #worker: Worker | undefined;

  /** Opens the sound of a file that has some. `duration` in microseconds. */
  open(url: string, duration: number): void {
    this.#readLoudness({ url: new URL(url, location.href).href, duration });
    const audio = new Audio();
    audio.preload = 'auto';
    audio.addEventListener('error', () => (this.state.phase = 'unplayable'));
    audio.src = url;
    this.#audio = audio;
    this.state.phase = 'ready';
  }

  #readLoudness(request: SoundRequest): void {
    this.step = stepOf(request.duration);
    this.loudness = new Uint8Array(Math.ceil(request.duration / this.step));
    this.state.wave = 'reading';
    this.#worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<SoundReply>) => {
      if (data.kind === 'read') {
        this.loudness.set(data.loudness, data.from);
        this.state.version += 1;
      } else this.state.wave = 'undecodable';
    };
    this.#worker.onerror = () => (this.state.wave = 'undecodable');
    this.#worker.postMessage(request);
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
    this.#worker?.terminate();
    this.#audio?.pause();
    this.#audio?.removeAttribute('src');
    this.#audio?.load();
    this.#audio = undefined;
  }
}
