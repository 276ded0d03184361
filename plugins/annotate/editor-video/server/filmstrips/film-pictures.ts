import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import { MICRO } from '../../common/media/frame-table.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { LocalVideo } from '../ffmpeg/local-video.ts';

/** Most pictures of a strip. */
const PICTURES = 100;
/** Most pixels of a picture of the strip. */
const BOX = { width: 256, height: 72 };
/** Frames above which only key frames are decoded. */
const ALL_FRAMES = 3_000;
/** Milliseconds in which the pictures of a video must be made. */
const LIMIT_MS = 600_000;
/** Longest side of the large picture, in pixels. */
const LARGE = 1024;

/** Pictures of a video at even distances, one below the other. */
export interface FilmPictures {
  /** Pixels of each. */
  readonly width: number;
  readonly height: number;
  readonly frames: readonly number[];
  /** WebP. */
  readonly strip: Buffer;
}

/** Size of a picture of the strip, in pixels, with the proportions of the video. */
export function stripSize({ width, height }: { readonly width: number; readonly height: number }): {
  readonly width: number;
  readonly height: number;
} {
  const scale = Math.min(BOX.width / width, BOX.height / height, 1);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Decodes pictures of a video at even distances: of a long one those of its key frames. @throws Fault ASSET_UNREADABLE
 */
export async function filmPictures(
  ffmpeg: Ffmpeg,
  { path, demuxer, facts, table }: LocalVideo,
  signal: AbortSignal,
  progress: (picture: number, of: number) => void,
): Promise<FilmPictures> {
  const { width, height } = stripSize(facts);
  const apart = table.duration / MICRO / PICTURES;
  const bytes = width * height * 3;
  const [parts, times]: [Buffer[], number[]] = [[], []];
  let filled = 0;
  await ffmpeg.run({
    input: path,
    demuxer,
    beforeInput: ['-copyts', ...(table.count > ALL_FRAMES ? ['-skip_frame', 'nokey'] : [])],
    args: [
      '-map',
      '0:v:0',
      '-an',
      '-sn',
      '-dn',
      '-vf',
      `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${apart})',scale=${width}:${height},format=rgb24,showinfo`,
      '-fps_mode',
      'passthrough',
      '-frames:v',
      String(PICTURES),
      '-f',
      'rawvideo',
      'pipe:1',
    ],
    limitMs: LIMIT_MS,
    signal,
    onOutput: async output => {
      for await (const part of output) {
        parts.push(part as Buffer);
        filled += (part as Buffer).length;
      }
    },
    onLine: line => {
      const time = /pts_time:([\d.]+)/.exec(line)?.[1];
      if (time === undefined) return;
      times.push(Number(time) * MICRO);
      progress(times.length, Math.min(PICTURES, table.count));
    },
  });
  const count = Math.min(Math.floor(filled / bytes), times.length);
  if (count === 0) throw new Fault('ASSET_UNREADABLE', 'None of its frames can be decoded.', { status: 422 });
  const raw = { width, height: height * count, channels: 3 as const };
  return {
    width,
    height,
    frames: times.slice(0, count).map(time => table.frameOf(time + 1)),
    strip: await sharp(Buffer.concat(parts).subarray(0, bytes * count), { raw })
      .webp({ quality: 70, effort: 2 })
      .toBuffer(),
  };
}

/** A frame as it is shown, its longest side at most 1024 pixels, as PNG. @throws Fault ASSET_UNREADABLE */
export async function largePicture(
  ffmpeg: Ffmpeg,
  { path, demuxer, table }: LocalVideo,
  frame: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const side = `w='min(${LARGE},iw)':h='min(${LARGE},ih)'`;
  const begin = frame === 0 ? [] : ['-ss', String((table.starts[frame - 1]! + table.starts[frame]!) / 2 / MICRO)];
  let picture = Buffer.alloc(0);
  await ffmpeg.run({
    input: path,
    demuxer,
    beforeInput: frame === 0 ? [] : ['-seek_timestamp', '1', ...begin],
    args: [
      '-map',
      '0:v:0',
      '-an',
      '-sn',
      '-dn',
      '-vf',
      `scale=${side}:force_original_aspect_ratio=decrease`,
      '-frames:v',
      '1',
      '-c:v',
      'png',
      '-f',
      'image2pipe',
      'pipe:1',
    ],
    limitMs: LIMIT_MS,
    signal,
    onOutput: async output => {
      picture = await buffer(output);
    },
  });
  if (picture.length === 0)
    throw new Fault('ASSET_UNREADABLE', `frame ${frame + 1} cannot be decoded`, { status: 422 });
  return picture;
}
