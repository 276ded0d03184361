import { Fault } from '#core/base/common/index.ts';
import { MICRO } from '../../common/media/frame-table.ts';
import type { GreyImage } from '../../common/tracking/grey-image.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import type { LocalVideo } from './local-video.ts';

/** Milliseconds in which the pictures of one call must be decoded. */
const LIMIT_MS = 120_000;

/**
 * The pictures of some frames in shades of grey and in another size, decoded by ffmpeg.
 * @throws Fault ASSET_UNREADABLE also where fewer pictures come than there are frames
 */
export async function greyPictures(
  ffmpeg: Ffmpeg,
  { path, demuxer, facts, table }: LocalVideo,
  { from, to, scale }: { readonly from: number; readonly to: number; readonly scale: number },
  signal: AbortSignal,
): Promise<readonly GreyImage[]> {
  const [width, height] = [Math.max(1, Math.round(facts.width * scale)), Math.max(1, Math.round(facts.height * scale))];
  const count = to - from + 1;
  // Half a frame earlier, since times of packets are rounded in the table.
  const begin = from === 0 ? [] : ['-ss', String((table.starts[from - 1]! + table.starts[from]!) / 2 / MICRO)];
  const bytes = Buffer.allocUnsafe(width * height * count);
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
      `scale=${width}:${height},format=gray`,
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
    throw new Fault('ASSET_UNREADABLE', `frame ${from + Math.floor(filled / (width * height)) + 1} cannot be decoded`, {
      status: 422,
    });
  return Array.from({ length: count }, (_, at) => ({
    width,
    height,
    data: bytes.subarray(at * width * height, (at + 1) * width * height),
  }));
}
