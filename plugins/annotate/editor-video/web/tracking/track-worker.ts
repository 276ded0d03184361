import { VideoSampleSink } from 'mediabunny';
import type { Presentation } from '../../common/media/presentation.ts';
import { presentationOf } from '../../common/media/presentation.ts';
import { framesOfMedia, openMedia } from '../../common/media/probe-media.ts';
import type { GreyImage, TrackBox } from '../../common/tracking/grey-image.ts';
import { greyOf } from '../../common/tracking/grey-image.ts';
import { scaledBox, searchScale } from '../../common/tracking/search-scale.ts';
import { stepsBetween, trackBetween, trackUntilLost } from '../../common/tracking/two-way.ts';
import type { TrackedFrame } from '../../common/tracks/tracked-keys.ts';
import { decodedFrom, sourceOf } from '../decode/decoded-frames.ts';
import type { TrackReply, TrackRequest } from './track-messages.ts';

const scope = self as unknown as {
  postMessage(reply: TrackReply): void;
  onmessage: ((event: MessageEvent<TrackRequest>) => void) | null;
};

scope.onmessage = ({ data }) =>
  void track(data).then(
    path => scope.postMessage({ kind: 'tracked', path }),
    (error: unknown) =>
      scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );

async function track(request: TrackRequest): Promise<readonly TrackedFrame[]> {
  const input = openMedia(sourceOf(request.url));
  try {
    const video = await input.getPrimaryVideoTrack();
    if (video === null) throw new Error('The file has no pictures.');
    const images = greyImages(new VideoSampleSink(video), await presentationOf(input, video), request);
    return await (request.last === undefined ? oneWay(images, request) : twoWays(images, request, request.last));
  } finally {
    input.dispose();
  }
}

/** By how much smaller than the video the pictures are in which the object is searched. */
const scaleOf = ({ facts, first, last, from, to }: TrackRequest): number =>
  searchScale(facts, last === undefined ? [first] : [first, last], last === undefined ? 1 : to - from + 1);

/** One picture for each frame of the request; a frame that cannot be decoded is given as the one before. */
async function* greyImages(
  sink: VideoSampleSink,
  presentation: Presentation,
  request: TrackRequest,
): AsyncGenerator<GreyImage> {
  const { facts, from, to } = request;
  const scale = scaleOf(request);
  const [width, height] = [Math.max(1, Math.round(facts.width * scale)), Math.max(1, Math.round(facts.height * scale))];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true, alpha: false })!;
  let [image, next]: [GreyImage | undefined, number] = [undefined, from];
  const frames = { table: framesOfMedia(facts), presentation };
  for await (const { frame, picture } of decodedFrom(sink, frames, from)) {
    if (frame > to) {
      picture.close();
      break;
    }
    for (; image !== undefined && next < frame; next += 1) yield image;
    context.drawImage(picture, 0, 0, width, height);
    picture.close();
    image = greyOf(context.getImageData(0, 0, width, height).data, width, height);
    next = frame + 1;
    yield image;
  }
  if (image === undefined) throw new Error('The pictures of these frames cannot be decoded.');
  for (; next <= to; next += 1) yield image;
}

async function twoWays(
  images: AsyncIterable<GreyImage>,
  request: TrackRequest,
  last: TrackBox,
): Promise<readonly TrackedFrame[]> {
  const { from, to, first } = request;
  const count = to - from + 1;
  const total = count + stepsBetween(count);
  const held: GreyImage[] = [];
  let done = 0;
  const step = (): void => report((done += 1), total);
  for await (const image of images) {
    held.push(image);
    step();
  }
  const scale = scaleOf(request);
  const path = await trackBetween(held, scaledBox(first, scale), scaledBox(last, scale), step);
  return path.map(({ box, confidence }, at) => ({ frame: from + at, box: scaledBox(box, 1 / scale), confidence }));
}

async function oneWay(images: AsyncIterable<GreyImage>, request: TrackRequest): Promise<readonly TrackedFrame[]> {
  const { from, to, first } = request;
  const scale = scaleOf(request);
  let done = 0;
  const path = await trackUntilLost(images, scaledBox(first, scale), () => report((done += 1), to - from + 1));
  return path.map(({ box, confidence }, at) => ({ frame: from + at, box: scaledBox(box, 1 / scale), confidence }));
}

let reported = 0;

/** Reports progress ten times a second at most. */
function report(done: number, total: number): void {
  const now = performance.now();
  if (now - reported < 100 && done < total) return;
  reported = now;
  scope.postMessage({ kind: 'progress', done, total });
}
