import { messages } from '../messages.ts';
/** The stretch of time that speed is taken over, in milliseconds. */
const WINDOW = 8000;
/** Before that long nothing is said: the first moments are not representative. */
const LEAST = 1000;

/** Speed of an upload: the mean of the last seconds. */
export class UploadSpeed {
  #samples: { readonly at: number; readonly bytes: number }[] = [];
  #bytes = 0;

  /** Notes that `bytes` more were sent at the moment `now`, in milliseconds. */
  sent(bytes: number, now: number): void {
    if (this.#samples.length === 0) this.#samples.push({ at: now, bytes: this.#bytes });
    this.#bytes += bytes;
    this.#samples.push({ at: now, bytes: this.#bytes });
    // One sample from before the window stays, so that a slow line is measured as well.
    while (this.#samples.length > 2 && this.#samples[1]!.at < now - WINDOW) this.#samples.shift();
  }

  /** Bytes a second; undefined while too little is known, or nothing has moved for the whole window. */
  rate(now: number): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || now - first.at < LEAST || now - last.at > WINDOW) return undefined;
    return ((last.bytes - first.bytes) / (now - first.at)) * 1000;
  }

  /** After a pause the time before it does not count. */
  reset(): void {
    this.#samples = [];
  }
}

/** Time that is left, in words: `12 s left`, `3 min left`, `2 h left`. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return messages.uploadSpeed.maxSLeft(Math.max(1, Math.ceil(seconds)));
  if (seconds < 5400) return messages.uploadSpeed.roundMinLeft(Math.round(seconds / 60));
  return messages.uploadSpeed.roundHLeft(Math.round(seconds / 3600));
}
