import { UrlSource } from 'mediabunny';
import type { VideoSample, VideoSampleSink } from 'mediabunny';
import type { FrameTable } from '../../common/media/frame-table.ts';
import { MICRO } from '../../common/media/frame-table.ts';
import type { Presentation } from '../../common/media/presentation.ts';
import { presentedAt } from '../../common/media/presentation.ts';
import type { DecodedPicture } from './decode-messages.ts';
import type { DecodedFrame } from './frame-decoder.ts';

/** Seconds before each new request for a file when the network fails. */
const RETRIES = [0.5, 1, 2, 4];

/** A file at an address of this site, read in parts. */
export const sourceOf = (url: string): UrlSource =>
  new UrlSource(url, {
    requestInit: { credentials: 'same-origin' },
    getRetryDelay: attempts => RETRIES[attempts] ?? null,
  });

/** Decoded frames from one on, in the order of presentation. */
export async function* decodedFrom(
  sink: VideoSampleSink,
  { table, presentation }: { readonly table: FrameTable; readonly presentation: Presentation },
  from: number,
): AsyncGenerator<DecodedFrame<DecodedPicture>> {
  const { starts } = table;
  let last = -1;
  // Half a frame earlier, since times of packets are rounded in the table.
  const begin = from === 0 ? -Infinity : (starts[from - 1]! + starts[from]!) / 2 / MICRO + presentation.shift;
  for await (const sample of sink.samples(begin)) {
    const time = presentedAt(sample, presentation);
    const frame = time === undefined ? -1 : Math.max(table.nearestTo(time * MICRO), last + 1);
    if (frame >= table.count || frame < from) {
      sample.close();
      continue;
    }
    last = frame;
    const bytes = (sample.codedWidth * sample.codedHeight * 3) / 2;
    yield { frame, picture: pictureOf(sample), bytes };
  }
}

/** A frame as it is shown. Pictures that are stored turned are drawn upright. */
function pictureOf(sample: VideoSample): DecodedPicture {
  try {
    if (sample.rotation === 0 && !sample.flip) return sample.toVideoFrame();
    const canvas = new OffscreenCanvas(sample.displayWidth, sample.displayHeight);
    sample.draw(canvas.getContext('2d')!, 0, 0);
    return canvas.transferToImageBitmap();
  } finally {
    sample.close();
  }
}
