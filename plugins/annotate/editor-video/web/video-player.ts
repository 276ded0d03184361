import { proxy } from 'valtio';
import { MICRO } from '../common/media/frame-table.ts';
import type { FrameTable } from '../common/media/frame-table.ts';

/** Speeds a person can choose, slowest first. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.5, 2, 4] as const;

/** Frames that are asked for ahead of the one on the screen while the video plays. */
const LOOKAHEAD = 10;

/** State of the player for the screen. */
export interface PlayerState {
  /** The frame on the screen, from 0. */
  frame: number;
  playing: boolean;
  /** 1 forwards, -1 backwards. */
  direction: 1 | -1;
  speed: number;
}

/** Services for the player. */
export interface PlayerPorts {
  /** Asks for frames, in this order, and for others to be prepared. */
  want(frames: readonly number[], ahead: readonly number[]): void;
  /** The pictures that are here. */
  has(frame: number): boolean;
  /** Puts a frame and its shapes on the screen. */
  show(frame: number): void;
}

/**
 * The playhead. A frame is on the screen when its picture is: playing slows down where decoding is slower than the
 * clock, and no
 * frame is shown in place of another.
 */
export class VideoPlayer {
  readonly state: PlayerState;
  readonly table: FrameTable;
  readonly #ports: PlayerPorts;
  readonly #listeners = new Set<() => void>();
  #target: number;
  #turn: number | undefined;
  /** When the clock stood at a time of the video: milliseconds of the page, microseconds. */
  #clock = { page: 0, video: 0 };

  constructor(table: FrameTable, ports: PlayerPorts, speed = 1) {
    this.table = table;
    this.#ports = ports;
    this.#target = 0;
    this.state = proxy({ frame: 0, playing: false, direction: 1, speed });
  }

  /** The frame that was asked for last; the one on the screen may be behind it. */
  get target(): number {
    return this.#target;
  }

  /** Calls back whenever another frame is on the screen, or playing began or ended. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Goes to a frame; playing ends. */
  seek(frame: number): void {
    this.pause();
    this.#aim(this.table.clamp(frame));
  }

  /** Goes some frames on from the last one that was asked for. */
  step(frames: number): void {
    this.seek(this.#target + frames);
  }

  toggle(): void {
    if (this.state.playing) this.pause();
    else this.play(1);
  }

  /** Plays from the frame on the screen; from the beginning where it is the last one. */
  play(direction: 1 | -1): void {
    const atEnd = direction === 1 ? this.#target >= this.table.last : this.#target <= 0;
    if (atEnd) this.#aim(direction === 1 ? 0 : this.table.last);
    this.state.direction = direction;
    this.state.playing = true;
    this.#start(this.state.frame);
    this.#turn ??= requestAnimationFrame(() => this.#go());
    this.#changed();
  }

  pause(): void {
    if (!this.state.playing) return;
    this.state.playing = false;
    if (this.#turn !== undefined) cancelAnimationFrame(this.#turn);
    this.#turn = undefined;
    this.#aim(this.state.frame);
    this.#changed();
  }

  setSpeed(speed: number): void {
    this.state.speed = speed;
    if (this.state.playing) this.#start(this.state.frame);
  }

  /** One speed faster or slower. */
  nudgeSpeed(step: 1 | -1): void {
    const at = speeds.indexOf(this.state.speed as (typeof speeds)[number]);
    this.setSpeed(speeds[Math.min(Math.max((at < 0 ? 3 : at) + step, 0), speeds.length - 1)]!);
  }

  /** The picture of a frame came, or there is none to come. */
  arrived(frame: number): void {
    if (!this.state.playing && frame === this.#target) this.#show(frame);
  }

  dispose(): void {
    this.pause();
    this.#listeners.clear();
  }

  #aim(frame: number): void {
    const direction = frame >= this.#target ? 1 : -1;
    this.#target = frame;
    if (this.#ports.has(frame)) this.#show(frame);
    const within = (each: number): boolean => each >= 0 && each <= this.table.last;
    // The next step is mostly one on in the same direction, or one back: their pictures wait on this side.
    const next = [1, 2, -1].map(step => frame + step * direction).filter(within);
    this.#ports.want([frame, ...next], direction === 1 ? [3, 4, 5, 6].map(step => frame + step).filter(within) : []);
  }

  #start(frame: number): void {
    this.#clock = { page: performance.now(), video: this.table.starts[frame]! };
    this.#want(frame);
  }

  #want(frame: number): void {
    const { direction } = this.state;
    const next = Array.from({ length: LOOKAHEAD }, (_, away) => frame + away * direction).filter(
      each => each >= 0 && each <= this.table.last,
    );
    this.#ports.want(next, []);
  }

  #go(): void {
    this.#turn = undefined;
    if (!this.state.playing) return;
    const { direction, speed, frame } = this.state;
    const time = this.#clock.video + (performance.now() - this.#clock.page) * 1000 * speed * direction;
    const due = this.#frameAt(time);
    let reached = frame;
    while (reached !== due && this.#ports.has(reached + direction)) reached += direction;
    if (reached !== frame) {
      this.#target = reached;
      this.#show(reached);
      this.#want(reached);
    }
    // The clock waits for the pictures.
    if (reached !== due) this.#clock = { page: performance.now(), video: this.table.starts[reached]! };
    if (reached === (direction === 1 ? this.table.last : 0)) return this.pause();
    this.#turn = requestAnimationFrame(() => this.#go());
  }

  /** The frame on the screen at a time of the video: the last one that began. */
  #frameAt(time: number): number {
    if (time >= this.table.duration) return this.table.last;
    return this.table.frameOf(time + 1 / MICRO);
  }

  #show(frame: number): void {
    this.state.frame = frame;
    this.#ports.show(frame);
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
