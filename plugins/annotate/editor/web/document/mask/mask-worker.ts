import type { MaskReply, MaskRequest } from './mask-messages.ts';
import { decodeMask, encodeMask } from './png-mask.ts';

function reply(message: MaskReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

self.onmessage = async ({ data }: MessageEvent<MaskRequest>): Promise<void> => {
  const { request } = data;
  try {
    if (data.kind === 'encode') {
      reply({ kind: 'encoded', request, png: encodeMask(data) });
      return;
    }
    const response = await fetch(data.url, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const mask = await decodeMask(new Uint8Array(await response.arrayBuffer()));
    reply({ kind: 'decoded', request, mask }, [mask.labels.buffer as ArrayBuffer]);
  } catch (error) {
    reply({ kind: 'failed', request, message: error instanceof Error ? error.message : String(error) });
  }
};
