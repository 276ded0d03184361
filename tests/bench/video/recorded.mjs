import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';

/**
 * A WebM encoded in the page, for machines that have no ffmpeg. `clip` gives pixels, frames a second and their number.
 */
export async function recorded(page, clip) {
  const chunks = await page.evaluate(async ({ width, height, rate, frames, keyEvery }) => {
    const found = [];
    const encoder = new VideoEncoder({
      output: chunk => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        found.push({ type: chunk.type, time: chunk.timestamp, data: btoa(text) });
      },
      error: error => {
        throw error;
      },
    });
    encoder.configure({ codec: 'vp8', width, height, bitrate: 4_000_000, framerate: rate });
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    for (let at = 0; at < frames; at += 1) {
      context.fillStyle = `hsl(${at % 360} 40% 50%)`;
      context.fillRect(0, 0, width, height);
      for (let spot = 0; spot < 60; spot += 1) {
        context.fillStyle = `hsl(${spot * 6} 70% 60%)`;
        context.fillRect((spot * 97 + at * (1 + (spot % 5))) % width, (spot * 61 + at * (spot % 3)) % height, 60, 40);
      }
      const frame = new VideoFrame(canvas, { timestamp: Math.round((at * 1e6) / rate) });
      encoder.encode(frame, { keyFrame: at % keyEvery === 0 });
      frame.close();
      while (encoder.encodeQueueSize > 4) await new Promise(resolve => setTimeout(resolve));
    }
    await encoder.flush();
    return found;
  }, clip);
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  for (const [at, { type, time, data }] of chunks.entries()) {
    const packet = new EncodedPacket(Buffer.from(data, 'base64'), type, time / 1e6, 1 / clip.rate);
    await source.add(
      packet,
      at === 0 ? { decoderConfig: { codec: 'vp8', codedWidth: clip.width, codedHeight: clip.height } } : undefined,
    );
  }
  await output.finalize();
  return Buffer.from(target.buffer);
}
