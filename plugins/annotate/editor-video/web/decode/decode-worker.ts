import { UrlSource, VideoSampleSink } from 'mediabunny';
import type { Input, InputVideoTrack, VideoSample } from 'mediabunny';
import { MICRO } from '../../common/media/frame-table.ts';
import type { MediaFacts } from '../../common/media/probe-media.ts';
import { framesOfMedia, openMedia, probeMedia } from '../../common/media/probe-media.ts';
import type { DecodeReply, DecodeRequest, Picture } from './decode-messages.ts';
import type { DecodedFrame } from './frame-decoder.ts';
import { FrameDecoder } from './frame-decoder.ts';

/** Bytes of decoded frames that are kept. */
const BUDGET = 256 * 1024 * 1024;

/** How often a file is asked for again when the network fails, and after how many seconds. */
const RETRIES = [0.5, 1, 2, 4];

const scope = self as unknown as {
  postMessage(reply: DecodeReply, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null;
};
let decoder: FrameDecoder<Picture> | undefined;

scope.onmessage = ({ data }) => {
  if (data.kind === 'want') decoder?.want(data.frames, data.ahead);
  else
    void open(data.url, data.known).catch((error: unknown) =>
      scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
};

const sourceOf = (url: string): UrlSource =>
  new UrlSource(url, {
    requestInit: { credentials: 'same-origin' },
    getRetryDelay: attempts => RETRIES[attempts] ?? null,
  });

async function open(url: string, known: MediaFacts | undefined): Promise<void> {
  const facts = known ?? (await probeMedia(sourceOf(url)));
  if (facts.kind === 'audio') return scope.postMessage({ kind: 'opened', facts, decodable: true });
  const input = openMedia(sourceOf(url));
  const track = await input.getPrimaryVideoTrack();
  const decodable = track !== null && typeof VideoDecoder !== 'undefined' && (await track.canDecode());
  if (track !== null && decodable) decoder = decoderOf(input, track, facts);
  scope.postMessage({ kind: 'opened', facts, decodable });
}

function decoderOf(input: Input, track: InputVideoTrack, facts: MediaFacts): FrameDecoder<Picture> {
  const sink = new VideoSampleSink(track);
  const { starts } = framesOfMedia(facts);
  return new FrameDecoder<Picture>({
    budget: BUDGET,
    run: from => decodedFrom(sink, starts, from),
    copy: picture => ('clone' in picture ? picture.clone() : createImageBitmap(picture)),
    release: picture => picture.close(),
    send: (frame, picture) => scope.postMessage({ kind: 'frame', frame, picture }, [picture]),
    missing: frame => scope.postMessage({ kind: 'missing', frame }),
  });
}

async function* decodedFrom(
  sink: VideoSampleSink,
  starts: Float64Array,
  from: number,
): AsyncGenerator<DecodedFrame<Picture>> {
  let last = -1;
  // Half a frame earlier, since times of packets are rounded in the table.
  const begin = from === 0 ? -Infinity : (starts[from - 1]! + starts[from]!) / 2 / MICRO;
  for await (const sample of sink.samples(begin)) {
    const frame = Math.max(nearest(starts, sample.timestamp * MICRO), last + 1);
    if (frame >= starts.length || frame < from) {
      sample.close();
      continue;
    }
    last = frame;
    const bytes = (sample.codedWidth * sample.codedHeight * 3) / 2;
    yield { frame, picture: pictureOf(sample), bytes };
  }
}

/** A frame as it is shown. Pictures that are stored turned are drawn upright. */
function pictureOf(sample: VideoSample): Picture {
  try {
    if (sample.rotation === 0 && !sample.flip) return sample.toVideoFrame();
    const canvas = new OffscreenCanvas(sample.displayWidth, sample.displayHeight);
    sample.draw(canvas.getContext('2d')!, 0, 0);
    return canvas.transferToImageBitmap();
  } finally {
    sample.close();
  }
}

/** The frame whose beginning is nearest to a time. */
function nearest(starts: Float64Array, time: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - starts[low - 1]! <= starts[low]! - time ? low - 1 : low;
}
