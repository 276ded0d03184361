import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

/** A packet in the order of decoding; times in seconds. */
export interface PacketTime {
  readonly timestamp: number;
  readonly duration: number;
  readonly key?: boolean;
}

/** Returns a video whose container is right and whose pictures are not: for what reads packets and decodes nothing. */
export async function undecodableVideo(
  packets: readonly PacketTime[],
  {
    width = 64,
    height = 48,
    format = 'webm',
  }: { readonly width?: number; readonly height?: number; readonly format?: 'webm' | 'mp4' } = {},
): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: format === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  for (const [at, { timestamp, duration, key }] of packets.entries()) {
    const packet = new EncodedPacket(
      new Uint8Array(200).fill(at % 251),
      (key ?? at === 0) ? 'key' : 'delta',
      timestamp,
      duration,
    );
    await source.add(
      packet,
      at === 0 ? { decoderConfig: { codec: 'vp8', codedWidth: width, codedHeight: height } } : undefined,
    );
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** Returns packets of equally long frames. */
export const regularPackets = (count: number, rate: number): readonly PacketTime[] =>
  Array.from({ length: count }, (_, at) => ({ timestamp: at / rate, duration: 1 / rate, key: at % 30 === 0 }));
