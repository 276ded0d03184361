import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { messages } from '../../messages.ts';
import { BitmapPyramid, bitmapTileSize } from './bitmap-pyramid.ts';
import type { ImageReply, ImageRequest } from './image-messages.ts';
import type { ImageLevel, ImageSource, TileKey } from './image-source.ts';
import { ImagesAhead } from './images-ahead.ts';
import { pyramidLevels } from './image-source.ts';

/** The pictures of the page that are decoded before they are shown. */
export const imagesAhead = new ImagesAhead(openNow);

/**
 * Fetches and decodes a picture off the main thread, unless that was done ahead. Aborting ends the download and the
 * decoding and rejects. Rejects with a short reason when the address does not answer or the bytes cannot be decoded.
 */
export async function openImage(url: string, signal: AbortSignal): Promise<ImageSource> {
  signal.throwIfAborted();
  return imagesAhead.take(url, signal);
}

async function openNow(url: string, signal: AbortSignal): Promise<ImageSource> {
  const absolute = new URL(url, location.href).href;
  if (typeof Worker === 'undefined') return openOnPage(absolute);
  return openInWorker(absolute, signal);
}

async function openOnPage(url: string): Promise<ImageSource> {
  const pyramid = await BitmapPyramid.open(url);
  return {
    size: pyramid.levels[0]!,
    levels: pyramid.levels,
    tileSize: bitmapTileSize,
    tile: key => pyramid.tile(key),
    dispose: () => void pyramid.dispose(),
  };
}

function openInWorker(url: string, signal: AbortSignal): Promise<ImageSource> {
  const worker = new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ImageSource>((resolve, reject) => {
    const abort = (): void => {
      worker.terminate();
      reject(signal.reason);
    };
    const fail = (message: string): void => {
      signal.removeEventListener('abort', abort);
      worker.terminate();
      reject(new Error(message));
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.onerror = event => fail(event.message || messages.openImage.decoderCouldNotBeStarted);
    worker.onmessage = ({ data }: MessageEvent<ImageReply>) => {
      if (data.kind === 'failed') return fail(data.message);
      if (data.kind !== 'opened') return;
      signal.removeEventListener('abort', abort);
      resolve(new WorkerImage(worker, data.size));
    };
    worker.postMessage({ kind: 'open', url } satisfies ImageRequest);
  });
}

interface Waiting {
  readonly resolve: (bitmap: ImageBitmap) => void;
  readonly reject: (error: Error) => void;
}

class WorkerImage implements ImageSource {
  readonly size: Size;
  readonly levels: readonly ImageLevel[];
  readonly tileSize = bitmapTileSize;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;

  constructor(worker: Worker, size: Size) {
    this.#worker = worker;
    this.size = size;
    this.levels = pyramidLevels(size, bitmapTileSize);
    worker.onmessage = ({ data }: MessageEvent<ImageReply>) => this.#receive(data);
  }

  tile(key: TileKey): Promise<ImageBitmap> {
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      this.#worker.postMessage({ kind: 'tile', request, key } satisfies ImageRequest);
    });
  }

  dispose(): void {
    this.#worker.terminate();
    for (const waiting of this.#waiting.values()) waiting.reject(new Error('the picture was closed'));
    this.#waiting.clear();
  }

  #receive(reply: ImageReply): void {
    if (reply.kind === 'opened' || reply.request === undefined) return;
    const waiting = this.#waiting.get(reply.request);
    this.#waiting.delete(reply.request);
    if (reply.kind === 'tile') waiting?.resolve(reply.bitmap);
    else waiting?.reject(new Error(reply.message));
  }
}
