// Unpacks hostile pictures, and reaches nothing: its script comes with a policy of its own
// (core/api/server/security-headers.ts).
import type { DicomCodec } from './dicom-unpack.ts';
import { unpackFrame } from './dicom-unpack.ts';

/** One frame to unpack, and the compiled decoder it needs. */
export interface UnpackRequest {
  readonly id: number;
  readonly codec: DicomCodec;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly program: ArrayBuffer | undefined;
}

self.onmessage = async ({ data: { id, codec, packed, program } }: MessageEvent<UnpackRequest>) => {
  try {
    const frame = await unpackFrame(codec, packed, program);
    self.postMessage({ id, frame }, { transfer: [frame.bytes.buffer] });
  } catch {
    self.postMessage({ id });
  }
};
