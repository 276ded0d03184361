import jpegLs from '@cornerstonejs/codec-charls/decodewasm?url';
import jpeg2000 from '@cornerstonejs/codec-openjpeg/decodewasm?url';
import { UnreadableDicom } from './dicom-image.ts';
import type { UnpackRequest } from './dicom-sealed-worker.ts';
import type { DicomCodec, UnpackedFrame } from './dicom-unpack.ts';

/** A frame takes no longer than this, milliseconds. */
const TIME = 20_000;

const programs: Readonly<Partial<Record<DicomCodec, string>>> = { 'jpeg-2000': jpeg2000, 'jpeg-ls': jpegLs };

/** Unpacks the frames of one file in a worker, which begins with the first. */
export class DicomUnpacker {
  readonly #waiting = new Map<number, (frame: UnpackedFrame | undefined) => void>();
  #worker: Worker | undefined;
  #next = 0;

  /** @throws UnreadableDicom when it cannot be unpacked, or not in time */
  async unpack(codec: DicomCodec, packed: Uint8Array<ArrayBuffer>): Promise<UnpackedFrame> {
    const address = programs[codec];
    const program = address === undefined ? undefined : await load(address);
    const request: UnpackRequest = { id: this.#next++, codec, packed, program };
    const frame = await new Promise<UnpackedFrame | undefined>(resolve => {
      const late = setTimeout(() => this.close(), TIME);
      this.#waiting.set(request.id, found => {
        clearTimeout(late);
        resolve(found);
      });
      this.#open().postMessage(request);
    });
    if (frame === undefined) throw new UnreadableDicom('Its compressed picture is damaged.');
    return frame;
  }

  /** Ends the worker; frames that wait are unreadable. A later frame restarts it. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const resolve of waiting) resolve(undefined);
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./dicom-sealed-worker.ts', import.meta.url), { type: 'module', name: 'dicom' });
    worker.onmessage = ({ data: { id, frame } }: MessageEvent<{ id: number; frame?: UnpackedFrame }>) => {
      this.#waiting.get(id)?.(frame);
      this.#waiting.delete(id);
    };
    worker.onerror = () => this.close();
    this.#worker = worker;
    return worker;
  }
}

async function load(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok)
    throw new UnreadableDicom('The program that unpacks it could not be loaded. Check the connection, and try again.');
  return answer.arrayBuffer();
}
