import { MICRO } from '../../common/media/frame-table.ts';

/**
 * The times of pictures as ffmpeg's filter `showinfo` logs them, in microseconds. They are counted in ticks of the time
 * base, since its log writes seconds with six digits only.
 */
export class PictureTimes {
  readonly #times: number[] = [];
  /** Microseconds. */
  #tick = Number.NaN;

  /** Takes one line of the log in; other lines change nothing. */
  read(line: string): void {
    if (!line.includes('showinfo')) return;
    const base = /config in time_base: (\d+)\/(\d+)/.exec(line);
    if (base !== null) this.#tick = (Number(base[1]) / Number(base[2])) * MICRO;
    const ticks = / pts: *(-?\d+) /.exec(line)?.[1];
    if (ticks !== undefined) this.#times.push(Number(ticks) * this.#tick);
  }

  /** The time of a picture by its place in the output; undefined while it was not logged. */
  at(place: number): number | undefined {
    return this.#times[place];
  }
}
