import { Fault } from '#core/base/common/index.ts';
import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { SettledMask } from '#plugins/annotate/annotations/common/raster/index.ts';
import { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import { messages } from '../../messages.ts';
import type { MaskReply, MaskRequest } from './mask-messages.ts';

type Asked = MaskRequest extends infer Request
  ? Request extends MaskRequest
    ? Omit<Request, 'request'>
    : never
  : never;

/** Reads and writes the PNG of a mask in a worker, so that the page stays free however large it is. */
export class MaskFiles {
  #worker: Worker | undefined;
  #requests = 0;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (reply: MaskReply) => void; readonly reject: (error: Error) => void }
  >();

  /**
   * The mask at an address; an empty one of the given size where there is none yet.
   * @throws Fault MASK_UNREADABLE when it cannot be had, or has another size than the picture
   */
  async open(url: string | undefined, size: Size | undefined): Promise<LabelRaster> {
    if (url === undefined) {
      // A worker that is only begun by the first save would not come while there is no network.
      this.#worker ??= this.#start();
      if (size === undefined) throw unreadable(messages.maskFiles.theSizeOfThePicture);
      return new LabelRaster(size.width, size.height);
    }
    const reply = await this.#ask({ kind: 'decode', url: new URL(url, location.href).href }, []);
    if (reply.kind !== 'decoded')
      throw unreadable(reply.kind === 'failed' ? reply.message : messages.maskFiles.itIsNoMask);
    const { width, height, ...content } = reply.mask;
    if (size !== undefined && (size.width !== width || size.height !== height))
      throw unreadable(messages.maskFiles.maskIsXImageIs(width, height, size.width, size.height));
    return new LabelRaster(width, height, content);
  }

  /** A mask as PNG. Its labels go to the worker and are gone here. @throws Fault MASK_UNWRITTEN (422) */
  async encode(mask: SettledMask): Promise<Blob> {
    const reply = await this.#ask({ kind: 'encode', ...mask }, [mask.labels.buffer as ArrayBuffer]).catch(
      (error: unknown) => {
        throw unwritten(String(error));
      },
    );
    if (reply.kind !== 'encoded')
      throw unwritten(reply.kind === 'failed' ? reply.message : messages.maskFiles.theWorkerAnsweredSomethingElse);
    return reply.png;
  }

  dispose(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error('the item was closed'));
    this.#waiting.clear();
  }

  #ask(asked: Asked, transfer: Transferable[]): Promise<MaskReply> {
    const request = (this.#requests += 1);
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(request, { resolve, reject });
      worker.postMessage({ ...asked, request } satisfies MaskRequest, transfer);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./mask-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<MaskReply>) => {
      this.#waiting.get(data.request)?.resolve(data);
      this.#waiting.delete(data.request);
    };
    worker.onerror = event => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(event.message || 'the mask worker could not be started'));
      this.#waiting.clear();
      worker.terminate();
      this.#worker = undefined;
    };
    return worker;
  }
}

const unreadable = (reason: string): Fault =>
  new Fault('MASK_UNREADABLE', messages.maskFiles.maskCannotBeOpened(reason), { status: 500 });
const unwritten = (reason: string): Fault =>
  new Fault('MASK_UNWRITTEN', messages.maskFiles.maskCouldNotBeWritten(reason), { status: 422 });
