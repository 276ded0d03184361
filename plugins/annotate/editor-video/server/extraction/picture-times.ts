import { MICRO } from '../../common/media/frame-table.ts';

/**
 * The times of pictures as ffmpeg's filter `showinfo` logs them, in microseconds. They are counted in ticks of the time
 * base, since its log writes seconds with six digits only.
 */
export class PictureTimes {
  readonly #times: number[] = [];
  readonly #awaited = new Map<number, (time: number | undefined) => void>();
  #ended = false;
  /** Microseconds. */
  #tick = Number.NaN;

  /** Takes one line of the log in; other lines change nothing. */
  read(line: string): void {
    if (!line.includes('showinfo')) return;
    const base = /config in time_base: (\d+)\/(\d+)/.exec(line);
    if (base !== null) this.#tick = (Number(base[1]) / Number(base[2])) * MICRO;
    const ticks = / pts: *(-?\d+) /.exec(line)?.[1];
    if (ticks === undefined) return;
    const time = Number(ticks) * this.#tick;
    this.#awaited.get(this.#times.length)?.(time);
    this.#awaited.delete(this.#times.length);
    this.#times.push(time);
  }

  /** Says that no line follows. */
  end(): void {
    this.#ended = true;
    for (const answer of this.#awaited.values()) answer(undefined);
    this.#awaited.clear();
  }

  /**
   * The time of a picture by its place in the output; undefined when the log ended without it. Waits for the log, which
   * can arrive later than the picture.
   */
  at(place: number): Promise<number | undefined> {
    if (this.#ended || place < this.#times.length) return Promise.resolve(this.#times[place]);
    return new Promise(resolve => this.#awaited.set(place, resolve));
  }
}
