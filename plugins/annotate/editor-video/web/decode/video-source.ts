import { rendersInSoftware } from '#plugins/annotate/stage/web/kit/index.ts';
import type { MediaFacts } from '../../common/media/probe-media.ts';
import type { DecodeReply, DecodeRequest, Picture } from './decode-messages.ts';

/** A video file that is open. */
export interface OpenedVideo {
  readonly facts: MediaFacts;
  /** This browser can decode its pictures. */
  readonly decodable: boolean;
}

/** Receives decoded frames. The receiver gives the pictures back by {@link VideoSource.release}. */
export interface FrameListener {
  frame(frame: number, picture: Picture): void;
  missing(frame: number): void;
}

/** A video file, decoded in a worker. */
export class VideoSource {
  readonly #worker: Worker;
  readonly #listener: FrameListener;
  /** Memory that goes back to the worker with the next request. */
  #spare: ArrayBuffer[] = [];
  #opening: { readonly resolve: (opened: OpenedVideo) => void; readonly reject: (error: Error) => void } | undefined;
  #closed = false;

  constructor(listener: FrameListener) {
    this.#listener = listener;
    this.#worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<DecodeReply>) => this.#receive(data);
    this.#worker.onerror = event =>
      this.#opening?.reject(new Error(event.message || 'the decoder could not be started'));
  }

  /**
   * Opens a file. Without a graphics card its frames come as pixels, where that is possible. Rejects with the reason
   * when it cannot be read.
   */
  open(url: string, known: MediaFacts | undefined): Promise<OpenedVideo> {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#send({ kind: 'open', url: new URL(url, location.href).href, known, converts: rendersInSoftware() });
    });
  }

  /** Asks for frames, the first one first, and for others to be decoded after them; replaces what was asked before. */
  want(frames: readonly number[], ahead: readonly number[] = []): void {
    const spare = this.#spare;
    this.#spare = [];
    this.#send({ kind: 'want', frames, ahead, spare }, spare);
  }

  /** Gives a picture back that is not needed any more. */
  release(picture: Picture): void {
    if ('pixels' in picture) this.#spare.push(picture.pixels.buffer);
    else picture.close();
  }

  dispose(): void {
    this.#closed = true;
    this.#worker.terminate();
  }

  #send(request: DecodeRequest, transferred: ArrayBuffer[] = []): void {
    if (!this.#closed) this.#worker.postMessage(request, transferred);
  }

  #receive(reply: DecodeReply): void {
    switch (reply.kind) {
      case 'opened':
        return this.#opening?.resolve({ facts: reply.facts, decodable: reply.decodable });
      case 'failed':
        return this.#opening?.reject(new Error(reply.message));
      case 'missing':
        return this.#listener.missing(reply.frame);
      case 'frame':
        if (this.#closed) this.release(reply.picture);
        else this.#listener.frame(reply.frame, reply.picture);
    }
  }
}
