import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import type { Page } from 'playwright-core';
import type { PageOrFrame } from './page-frames.ts';
import { frameOf } from './page-frames.ts';

interface Chunk {
  readonly type: 'key' | 'delta';
  readonly time: number;
  readonly data: string;
}

/** Bits of a frame's number that are drawn into it as a row of blocks. */
export const NUMBER_BITS = 10;

/** Size of the recorded pictures, in pixels. */
export const RECORDED = { width: 320, height: 180 } as const;

/**
 * Records a WebM in a page whose every frame shows its own number as black and white blocks. `times` are in
 * microseconds.
 */
export async function recordVideo(page: Page, times: readonly number[], keyEvery = 30): Promise<Buffer> {
  const chunks = await page.evaluate(
    async ([moments, every, bits, width, height]) => {
      const found: Chunk[] = [];
      const encoder = new VideoEncoder({
        output: chunk => {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          found.push({
            type: chunk.type,
            time: chunk.timestamp,
            data: btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')),
          });
        },
        error: error => {
          throw error;
        },
      });
      encoder.configure({ codec: 'vp8', width, height, bitrate: 2_000_000, framerate: 30 });
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      for (const [at, time] of moments.entries()) {
        context.fillStyle = '#4a7a9c';
        context.fillRect(0, 0, width, height);
        for (let bit = 0; bit < bits; bit += 1) {
          context.fillStyle = (at >> bit) & 1 ? '#ffffff' : '#000000';
          context.fillRect(bit * (width / bits), 0, width / bits, 32);
        }
        context.fillStyle = '#e0a030';
        context.fillRect(20 + at * 2, 80, 40, 40);
        const frame = new VideoFrame(canvas, { timestamp: time });
        encoder.encode(frame, { keyFrame: at % every === 0 });
        frame.close();
      }
      await encoder.flush();
      encoder.close();
      return found;
    },
    [times, keyEvery, NUMBER_BITS, RECORDED.width, RECORDED.height] as const,
  );
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  for (const [at, { type, time, data }] of chunks.entries()) {
    const duration = ((times[at + 1] ?? time + 33_333) - time) / 1e6;
    await source.add(
      new EncodedPacket(Buffer.from(data, 'base64'), type, time / 1e6, duration),
      at === 0
        ? { decoderConfig: { codec: 'vp8', codedWidth: RECORDED.width, codedHeight: RECORDED.height } }
        : undefined,
    );
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** The number that the picture on the screen shows, and the frame the editor says it is. */
export function frameOnScreen(view: PageOrFrame): Promise<{ readonly said: number; readonly shown: number }> {
  return frameOf(view).evaluate(bits => {
    const holder = document.querySelector<HTMLElement>('[data-video-frame]')!;
    const canvas = holder.querySelector('canvas')!;
    const pixels = canvas.getContext('2d')!.getImageData(0, 16, canvas.width, 1).data;
    let shown = 0;
    for (let bit = 0; bit < bits; bit += 1)
      if (pixels[Math.round((bit + 0.5) * (canvas.width / bits)) * 4]! > 127) shown |= 1 << bit;
    return { said: Number(holder.dataset['videoFrame'] === '' ? -1 : holder.dataset['videoFrame']), shown };
  }, NUMBER_BITS);
}
