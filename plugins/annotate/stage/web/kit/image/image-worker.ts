import { BitmapPyramid } from './bitmap-pyramid.ts';
import type { ImageReply, ImageRequest } from './image-messages.ts';

let pyramid: BitmapPyramid | undefined;

function reply(message: ImageReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

self.onmessage = async ({ data }: MessageEvent<ImageRequest>): Promise<void> => {
  if (data.kind === 'open') {
    try {
      pyramid = await BitmapPyramid.open(data.url);
      reply({ kind: 'opened', size: pyramid.levels[0]! });
    } catch (error) {
      reply({ kind: 'failed', message: reason(error) });
    }
    return;
  }
  try {
    const bitmap = await pyramid!.tile(data.key);
    reply({ kind: 'tile', request: data.request, bitmap }, [bitmap]);
  } catch (error) {
    reply({ kind: 'failed', request: data.request, message: reason(error) });
  }
};
