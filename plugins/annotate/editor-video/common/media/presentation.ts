import { EncodedPacketSink, IsobmffInputFormat } from 'mediabunny';
import type { Input, InputVideoTrack } from 'mediabunny';
import { mediaPackets } from './media-packets.ts';

/** Seconds by which two times of one moment differ at most after rounding. */
const ROUNDED = 1e-6;

/**
 * The part of a track that is presented. The edit list of an MP4 or QuickTime file may begin in the middle of a frame:
 * frames that begin before it are decoded only, and the first one after it begins the video, as ffmpeg reads such
 * files.
 */
export interface Presentation {
  /** Frames that begin before 0 are not presented. */
  readonly trims: boolean;
  /** Seconds from the zero of the packets to the beginning of the first frame that is presented. */
  readonly shift: number;
}

/** Reads where the presentation of a track begins. @throws UnreadableMedia, and the reason of `signal` */
export async function presentationOf(
  input: Input,
  track: InputVideoTrack,
  signal?: AbortSignal,
): Promise<Presentation> {
  const trims = (await input.getFormat()) instanceof IsobmffInputFormat;
  if (!trims || (await track.getFirstTimestamp()) >= -ROUNDED) return { trims, shift: 0 };
  let first = Infinity;
  for await (const { type, timestamp } of mediaPackets(new EncodedPacketSink(track), signal)) {
    // What is decoded after this key frame is presented after all that was decoded before.
    if (type === 'key' && first < timestamp) break;
    if (timestamp >= -ROUNDED) first = Math.min(first, timestamp);
  }
  return { trims, shift: Number.isFinite(first) ? first : 0 };
}

/** The time at which a packet or picture is presented, in seconds; undefined for one that is not. */
export function presentedAt(
  { timestamp, duration }: { readonly timestamp: number; readonly duration: number },
  { trims, shift }: Presentation,
): number | undefined {
  if (!Number.isFinite(timestamp)) return undefined;
  // A frame at the beginning may come without a length.
  const isPresented = trims ? timestamp >= -ROUNDED : timestamp >= 0 || timestamp + duration > 0;
  return isPresented ? Math.max(0, timestamp - shift) : undefined;
}
