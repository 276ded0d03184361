import { ALL_FORMATS, EncodedPacketSink, Input } from 'mediabunny';
import type { Source } from 'mediabunny';
import { FrameTable, MICRO } from './frame-table.ts';
import { mediaLimits, mediaPackets, UnreadableMedia } from './media-packets.ts';
import type { Presentation } from './presentation.ts';
import { presentationOf, presentedAt } from './presentation.ts';

/** Contents of a media file, by its packets; nothing is decoded. */
export interface MediaFacts {
  readonly kind: 'video' | 'audio';
  /** As registered for WebCodecs, such as `vp09.00.10.08`; undefined for one that has no such name. */
  readonly codec: string | undefined;
  /** Pixels as shown, after rotation; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** Degrees, clockwise, by which pictures are to be turned. */
  readonly rotation: number;
  /** Microseconds. */
  readonly duration: number;
  /** Microseconds at which each frame begins, in the order of presentation; empty for audio. */
  readonly starts: readonly number[];
  readonly hasAudio: boolean;
}

/** Opens a media file of any known container. Dispose of it when done. */
export const openMedia = (source: Source): Input => new Input({ source, formats: ALL_FORMATS });

/** Reads what a media file holds. @throws UnreadableMedia */
export async function probeMedia(source: Source, signal?: AbortSignal): Promise<MediaFacts> {
  const input = openMedia(source);
  try {
    if (!(await input.canRead()))
      throw new UnreadableMedia('is neither a video nor a sound that can be read. It may be damaged or cut off.');
    return await readFacts(input, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof UnreadableMedia) throw error;
    throw new UnreadableMedia("can't be read. It may be damaged or cut off.", { cause: error });
  } finally {
    input.dispose();
  }
}

async function readFacts(input: Input, signal: AbortSignal | undefined): Promise<MediaFacts> {
  const tracks = await input.getTracks();
  if (tracks.length > mediaLimits.tracks)
    throw new UnreadableMedia(`has ${tracks.length} tracks; ${mediaLimits.tracks} are allowed.`);
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (video === null) {
    if (audio === null) throw new UnreadableMedia('holds neither pictures nor sound.');
    const duration = inTime(await audio.computeDuration());
    return {
      kind: 'audio',
      codec: (await audio.getCodecParameterString()) ?? undefined,
      width: 0,
      height: 0,
      rotation: 0,
      duration,
      starts: [],
      hasAudio: true,
    };
  }
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (!(width >= 1 && height >= 1 && width <= mediaLimits.side && height <= mediaLimits.side))
    throw new UnreadableMedia(`has frames of ${width} × ${height} pixels; ${mediaLimits.side} on a side are allowed.`);
  const frames = await readFrames(new EncodedPacketSink(video), await presentationOf(input, video, signal), signal);
  return {
    kind: 'video',
    codec: (await video.getCodecParameterString()) ?? undefined,
    width,
    height,
    rotation: await video.getRotation(),
    ...frames,
    hasAudio: audio !== null,
  };
}

/** The frames that are presented. */
async function readFrames(
  sink: EncodedPacketSink,
  presentation: Presentation,
  signal: AbortSignal | undefined,
): Promise<{ readonly starts: readonly number[]; readonly duration: number }> {
  const starts: number[] = [];
  let end = 0;
  for await (const packet of mediaPackets(sink, signal)) {
    const from = presentedAt(packet, presentation);
    if (from === undefined) continue;
    starts.push(Math.round(from * MICRO));
    end = Math.max(end, from + Math.max(packet.duration, 0));
  }
  if (starts.length === 0) throw new UnreadableMedia('has no frames.');
  const last = await sink.getPacket(Infinity);
  // A file that was cut off still lists all its frames in its head.
  if (last === null || last.data.byteLength === 0)
    throw new UnreadableMedia('is cut off: its last frames are missing.');
  return { starts: starts.toSorted((one, other) => one - other), duration: inTime(end) };
}

function inTime(seconds: number): number {
  if (!Number.isFinite(seconds) || seconds <= 0) throw new UnreadableMedia('has no length.');
  if (seconds > mediaLimits.hours * 3600) throw new UnreadableMedia(`is longer than ${mediaLimits.hours} hours.`);
  return Math.round(seconds * MICRO);
}

/** The frames by which the editor steps through a file. */
export const framesOfMedia = ({
  kind,
  starts,
  duration,
}: Pick<MediaFacts, 'kind' | 'starts' | 'duration'>): FrameTable =>
  kind === 'audio' ? FrameTable.ofAudio(duration) : new FrameTable(starts, duration);

/** Times between neighbouring frames, which are short numbers. */
export const toSteps = (starts: readonly number[]): number[] =>
  starts.map((start, at) => (at === 0 ? start : start - starts[at - 1]!));

export function fromSteps(steps: readonly number[]): readonly number[] {
  let time = 0;
  return steps.map(step => (time += step));
}
