import type { EncodedPacket, EncodedPacketSink } from 'mediabunny';

/** Says why a file is no video or audio that can be annotated, in words that follow its name. */
export class UnreadableMedia extends Error {}

/** Limits of a file. */
export const mediaLimits = { tracks: 64, frames: 4_000_000, side: 16_384, hours: 24 } as const;

/**
 * Packets that are read before others have their turn: long tables must neither hold up other work nor outlast a time
 * limit.
 */
const TURN = 4096;

/**
 * Yields the packets of a track in the order of decoding, without their bytes. Every walk over a table goes through
 * here: a file may claim any number of packets.
 *
 * @throws UnreadableMedia of too many frames, and the reason of `signal`
 */
export async function* mediaPackets(sink: EncodedPacketSink, signal?: AbortSignal): AsyncGenerator<EncodedPacket> {
  let read = 0;
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    if ((read += 1) % TURN === 0) {
      await new Promise(resolve => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    if (read > mediaLimits.frames) throw new UnreadableMedia(`has more than ${mediaLimits.frames} frames.`);
    yield packet;
  }
}
