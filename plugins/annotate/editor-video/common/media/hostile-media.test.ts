import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
} from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { regularPackets, undecodableVideo } from '#tests/support/video-file.ts';
import { mediaLimits } from './media-packets.ts';
import type { MediaFacts } from './probe-media.ts';
import { probeMedia } from './probe-media.ts';

const probe = (bytes: Uint8Array): Promise<MediaFacts> => probeMedia(new BufferSource(bytes));

/** A file of so many video tracks with two frames each. */
async function manyTracks(count: number): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const sources = Array.from({ length: count }, () => new EncodedVideoPacketSource('vp8'));
  for (const source of sources) output.addVideoTrack(source);
  await output.start();
  for (const source of sources)
    for (const timestamp of [0, 0.04])
      await source.add(new EncodedPacket(new Uint8Array(40), 'key', timestamp, 0.04), {
        decoderConfig: { codec: 'vp8', codedWidth: 64, codedHeight: 48 },
      });
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** An MP4 whose head says another length, in milliseconds where the file counts those. */
async function lengthened(times: number): Promise<Buffer> {
  const bytes = await undecodableVideo(regularPackets(50, 25), { format: 'mp4' });
  const head = bytes.indexOf('mvhd') + 4;
  expect(bytes[head]).toBe(0);
  bytes.writeUInt32BE(bytes.readUInt32BE(head + 16) * times, head + 16);
  return bytes;
}

/** A sound of one second whose head says that so many bytes of samples follow. */
function sound(said: number): Buffer {
  const bytes = Buffer.alloc(44 + 16_000);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(Math.min(said + 36, 0xffff_ffff), 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value, length] of [
    [16, 16, 4],
    [20, 1, 2],
    [22, 1, 2],
    [24, 8000, 4],
    [28, 16_000, 4],
    [32, 2, 2],
    [34, 16, 2],
  ] as const)
    bytes.writeUIntLE(value, at, length);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(said, 40);
  return bytes;
}

describe('hostile media files', () => {
  it('should have the length of their frames, whatever their head says', async () => {
    for (const times of [0, 1, 18_000])
      expect(await probe(await lengthened(times))).toMatchObject({ duration: 2_000_000, starts: { length: 50 } });
  });

  it('should be refused when a sound says to be longer than its file', async () => {
    expect(await probe(sound(16_000))).toMatchObject({ kind: 'audio', duration: 1_000_000 });
    const found = await probe(sound(576_000_000)).catch((error: unknown) => error);
    if (found instanceof Error) expect(found.message).toMatch(/cut off|no length|can't be read/);
    else expect(found).toMatchObject({ duration: 1_000_000 });
  });

  it('should be read with 16 tracks, and refused with more than are allowed', async () => {
    expect(await probe(await manyTracks(16))).toMatchObject({ kind: 'video', starts: [0, 40_000] });
    await expect(manyTracks(mediaLimits.tracks + 1).then(probe)).rejects.toThrow(
      `has ${mediaLimits.tracks + 1} tracks; ${mediaLimits.tracks} are allowed.`,
    );
  });

  it('should be refused for frames that are too large or too late, with the limit', async () => {
    const wide = undecodableVideo(regularPackets(2, 25), { width: 20_000 });
    await expect(wide.then(probe)).rejects.toThrow('has frames of 20000 × 48 pixels; 16384 on a side are allowed.');
    const late = undecodableVideo([
      { timestamp: 0, duration: 0.04 },
      { timestamp: 90_000, duration: 0.04 },
    ]);
    await expect(late.then(probe)).rejects.toThrow('is longer than 24 hours.');
  });

  it.each([0.05, 0.3, 0.6, 0.95, 0.999])('should be refused when only %d of an MP4 is there', async share => {
    const whole = await undecodableVideo(regularPackets(90, 30), { format: 'mp4' });
    await expect(probe(whole.subarray(0, Math.floor(whole.length * share)))).rejects.toThrow(
      /damaged or cut off|is cut off|has no frames|holds neither/,
    );
  });

  it('should end with the reason of the limit when they take too long to read', async () => {
    const video = await undecodableVideo(regularPackets(5000, 30));
    await expect(probeMedia(new BufferSource(video), AbortSignal.abort(new Error('too long')))).rejects.toThrow(
      'too long',
    );
  });
});
