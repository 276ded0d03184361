import { FrameCache } from './frame-cache.ts';

/** A decoded picture and the frame it is. */
export interface DecodedFrame<P> {
  readonly frame: number;
  readonly picture: P;
  readonly bytes: number;
}

/** Services for a frame decoder: pictures `P` are cached, and sent as `S`. */
export interface DecoderPorts<P, S = P> {
  /** Decodes from a frame on, in the order of presentation; frames that cannot be decoded are left out. */
  run(from: number): AsyncGenerator<DecodedFrame<P>>;
  /** Another handle on a picture that is cached, or its pixels. */
  copy(picture: P): S | Promise<S>;
  release(picture: P | S): void;
  send(frame: number, picture: S): void;
  missing(frame: number): void;
  /** Bytes of decoded pictures that are kept. */
  readonly budget: number;
}

/** A run that is at most so many frames behind goes on; one that is farther away is left for a new one. */
const REACH = 90;

/**
 * Frames before a wanted one that are decoded as well when a person walks backwards, so that the next steps are there
 * already.
 */
const BACK = 24;

/** Decodes what is wanted, and what may be wanted next, one run over the file at a time. */
export class FrameDecoder<P, S = P> {
  readonly #ports: DecoderPorts<P, S>;
  readonly #cache: FrameCache<P>;
  readonly #absent = new Set<number>();
  #frames: readonly number[] = [];
  #ahead: readonly number[] = [];
  #sent = new Set<number>();
  /** Decoded since the last wish: what did not fit into the cache is not decoded again for it. */
  #tried = new Set<number>();
  #run: { readonly frames: AsyncGenerator<DecodedFrame<P>>; next: number } | undefined;
  #working = false;
  #closed = false;

  constructor(ports: DecoderPorts<P, S>) {
    this.#ports = ports;
    this.#cache = new FrameCache(ports.budget, picture => ports.release(picture));
  }

  /** Replaces what is wanted. Frames that were sent before are sent again only when they were not wanted in between. */
  want(frames: readonly number[], ahead: readonly number[]): void {
    this.#frames = frames;
    this.#ahead = ahead;
    this.#tried = new Set();
    this.#sent = new Set([...this.#sent].filter(frame => frames.includes(frame)));
    if (frames[0] !== undefined) this.#cache.centre = frames[0];
    void this.#work();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.want([], []);
    await this.#run?.frames.return(undefined);
    this.#cache.clear();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      while (!this.#closed) {
        await this.#sendCached();
        const next =
          this.#frames.find(frame => !this.#sent.has(frame) && !this.#absent.has(frame)) ??
          this.#ahead.find(frame => !this.#cache.has(frame) && !this.#absent.has(frame) && !this.#tried.has(frame));
        if (next === undefined) return;
        await this.#decode(next);
      }
    } finally {
      this.#working = false;
    }
  }

  async #sendCached(): Promise<void> {
    for (;;) {
      const frame = this.#frames.find(
        each => !this.#sent.has(each) && (this.#cache.has(each) || this.#absent.has(each)),
      );
      if (frame === undefined) return;
      const picture = this.#cache.get(frame);
      const copy = picture === undefined ? undefined : await this.#ports.copy(picture);
      // Others may be wanted by the time the copy is there. Nobody waits for this one then.
      const isWanted = this.#frames.includes(frame);
      if (isWanted) this.#sent.add(frame);
      if (copy === undefined) this.#ports.missing(frame);
      else if (isWanted) this.#ports.send(frame, copy);
      else this.#ports.release(copy);
    }
  }

  /** Takes one step towards a frame. */
  async #decode(frame: number): Promise<void> {
    const near = this.#run !== undefined && this.#run.next <= frame && frame - this.#run.next <= REACH;
    if (!near) {
      // A step backwards is mostly one of many.
      const backwards = this.#run !== undefined && frame < this.#run.next && this.#run.next - frame <= REACH;
      await this.#run?.frames.return(undefined);
      const from = Math.max(0, backwards ? frame - BACK : frame);
      this.#run = { frames: this.#ports.run(from), next: from };
    }
    const run = this.#run!;
    const { done, value } = await run.frames.next();
    const reached = done === true ? Infinity : value.frame;
    for (let skipped = run.next; skipped < Math.min(reached, frame + 1); skipped += 1)
      if (!this.#cache.has(skipped)) this.#absent.add(skipped);
    if (done === true) {
      this.#run = undefined;
      return;
    }
    this.#absent.delete(value.frame);
    this.#tried.add(value.frame);
    run.next = value.frame + 1;
    this.#cache.put(value.frame, value.picture, value.bytes);
  }
}
