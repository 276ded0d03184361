import { Fault } from '#core/base/common/index.ts';
import { MICRO } from '../../common/media/frame-table.ts';
import type { GreyImage } from '../../common/tracking/grey-image.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import type { LocalVideo } from './local-video.ts';

/** Milliseconds in which the pictures of one call must be decoded. */
const LIMIT_MS = 120_000;

/** Decoded pictures of one size. */
export interface RawPictures {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly Buffer[];
}

/** Frames that are decoded, both borders included, and how. */
export interface DecodedFrames {
  readonly from: number;
  readonly to: number;
  /** Size of the pictures by that of the video. */
  readonly scale: number;
  readonly format: 'gray' | 'rgb24';
}

/**
 * The pictures of some frames in another size, decoded by ffmpeg.
 * @throws Fault ASSET_UNREADABLE also where fewer pictures come than there are frames
 */
export async function rawPictures(
  ffmpeg: Ffmpeg,
  { path, demuxer, facts, table }: LocalVideo,
  { from, to, scale, format }: DecodedFrames,
  signal: AbortSignal,
): Promise<RawPictures> {
  const [width, height] = [Math.max(1, Math.round(facts.width * scale)), Math.max(1, Math.round(facts.height * scale))];
  const count = to - from + 1;
  const size = width * height * (format === 'gray' ? 1 : 3);
  // Half a frame earlier, since times of packets are rounded in the table.
  const begin = from === 0 ? [] : ['-ss', String((table.starts[from - 1]! + table.starts[from]!) / 2 / MICRO)];
  const bytes = Buffer.allocUnsafe(size * count);
  let filled = 0;
  await ffmpeg.run({
    input: path,
    demuxer,
    beforeInput: from === 0 ? [] : ['-seek_timestamp', '1', ...begin],
    args: [
      '-map',
      '0:v:0',
      '-an',
      '-sn',
      '-dn',
      '-vf',
      `scale=${width}:${height},format=${format}`,
      '-fps_mode',
      'passthrough',
      '-frames:v',
      String(count),
      '-f',
      'rawvideo',
      'pipe:1',
    ],
    limitMs: LIMIT_MS,
    signal,
    onOutput: async output => {
      for await (const part of output) filled += (part as Buffer).copy(bytes, filled);
    },
  });
  if (filled < bytes.length)
    throw new Fault('ASSET_UNREADABLE', `frame ${from + Math.floor(filled / size) + 1} cannot be decoded`, {
      status: 422,
    });
  return {
    width,
    height,
    pictures: Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  };
}

/** The pictures of some frames in shades of grey. @throws Fault ASSET_UNREADABLE */
export async function greyPictures(
  ffmpeg: Ffmpeg,
  video: LocalVideo,
  frames: Omit<DecodedFrames, 'format'>,
  signal: AbortSignal,
): Promise<readonly GreyImage[]> {
  const { width, height, pictures } = await rawPictures(ffmpeg, video, { ...frames, format: 'gray' }, signal);
  return pictures.map(data => ({ width, height, data }));
}
