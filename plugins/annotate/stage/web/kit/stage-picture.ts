import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { messages } from '../messages.ts';
import type { Camera } from './camera.ts';
import type { ImageSource } from './image/image-source.ts';
import type { StageMessage } from './stage-message.ts';

/** Receivers of what becomes of a picture. */
interface PictureTarget {
  /** Draws a source, or nothing; `pending` while one is being opened. */
  readonly show: (source: ImageSource | undefined, pending: boolean) => void;
  readonly opened: (size: Size) => void;
}

/** The picture of a stage: one is opened at a time, and a failure offers to try again. */
export class StagePicture {
  readonly #camera: Camera;
  readonly #message: StageMessage;
  readonly #target: PictureTarget;
  #opening = new AbortController();
  #opened: Promise<void> = Promise.resolve();
  #source: ImageSource | undefined;

  constructor(camera: Camera, message: StageMessage, target: PictureTarget) {
    this.#camera = camera;
    this.#message = message;
    this.#target = target;
  }

  /** Opens a picture in place of the one before. Resolves when it can be drawn or the failure is shown. */
  open(open: (signal: AbortSignal) => Promise<ImageSource>, expected: Size | undefined): Promise<void> {
    this.#opened = this.#open(open, expected);
    return this.#opened;
  }

  /** Returns the picture once it is open. Rejects when there is none. */
  async source(): Promise<ImageSource> {
    if (this.#source === undefined) await this.#opened;
    if (this.#source === undefined) throw new Error('The picture is not there yet.');
    return this.#source;
  }

  dispose(): void {
    this.#opening.abort();
    this.#message.hide();
    this.#setSource(undefined, false);
  }

  async #open(open: (signal: AbortSignal) => Promise<ImageSource>, expected: Size | undefined): Promise<void> {
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    this.#setSource(undefined, true);
    if (expected !== undefined) this.#camera.setItem(expected);
    this.#message.show(messages.stagePicture.loadingThePicture, { delay: 400 });
    try {
      const source = await open(signal);
      if (signal.aborted) {
        source.dispose();
        return;
      }
      this.#message.hide();
      this.#setSource(source, false);
      this.#camera.setItem(source.size);
      this.#target.opened(source.size);
    } catch (error) {
      if (signal.aborted) return;
      this.#setSource(undefined, false);
      const reason = error instanceof Error ? error.message : String(error);
      this.#message.show(messages.stagePicture.pictureCannotBeShown(reason), {
        action: { title: messages.stagePicture.tryAgain, run: () => void this.open(open, expected) },
      });
    }
  }

  #setSource(source: ImageSource | undefined, pending: boolean): void {
    this.#target.show(source, pending);
    this.#source?.dispose();
    this.#source = source;
  }
}
