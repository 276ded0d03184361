/** Decoded frames near the place a person looks at, within a number of bytes. */
export class FrameCache<P> {
  readonly #frames = new Map<number, { readonly picture: P; readonly bytes: number }>();
  readonly #budget: number;
  readonly #release: (picture: P) => void;
  #bytes = 0;
  #centre = 0;

  constructor(budget: number, release: (picture: P) => void) {
    this.#budget = budget;
    this.#release = release;
  }

  get size(): number {
    return this.#frames.size;
  }

  /** The frame that others are kept for. */
  set centre(frame: number) {
    this.#centre = frame;
  }

  get(frame: number): P | undefined {
    return this.#frames.get(frame)?.picture;
  }

  has(frame: number): boolean {
    return this.#frames.has(frame);
  }

  /** Keeps a picture and lets the ones farthest from the centre go; one that is there already is let go itself. */
  put(frame: number, picture: P, bytes: number): void {
    if (this.#frames.has(frame)) {
      this.#release(picture);
      return;
    }
    this.#frames.set(frame, { picture, bytes });
    this.#bytes += bytes;
    while (this.#bytes > this.#budget && this.#frames.size > 1) this.#drop(this.#farthest());
  }

  clear(): void {
    for (const frame of this.#frames.keys()) this.#drop(frame);
  }

  #farthest(): number {
    let [found, distance] = [-1, -1];
    for (const frame of this.#frames.keys()) {
      const away = Math.abs(frame - this.#centre);
      if (away > distance) [found, distance] = [frame, away];
    }
    return found;
  }

  #drop(frame: number): void {
    const { picture, bytes } = this.#frames.get(frame)!;
    this.#frames.delete(frame);
    this.#bytes -= bytes;
    this.#release(picture);
  }
}
