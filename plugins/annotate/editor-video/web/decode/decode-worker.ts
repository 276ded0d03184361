import { EncodedPacketSink, VideoSampleSink } from 'mediabunny';
import type { InputVideoTrack } from 'mediabunny';
import type { MediaFacts } from '../../common/media/probe-media.ts';
import type { Presentation } from '../../common/media/presentation.ts';
import { presentationOf } from '../../common/media/presentation.ts';
import { framesOfMedia, openMedia, probeMedia } from '../../common/media/probe-media.ts';
import type { DecodedPicture, DecodeReply, DecodeRequest, Picture } from './decode-messages.ts';
import { decodedFrom, sourceOf } from './decoded-frames.ts';
import { FrameDecoder } from './frame-decoder.ts';
import { PixelCopies } from './pixel-copies.ts';

/** Bytes of decoded frames that are kept. */
const BUDGET = 256 * 1024 * 1024;

const scope = self as unknown as {
  postMessage(reply: DecodeReply, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null;
};
let decoder: FrameDecoder<DecodedPicture, Picture> | undefined;
let copies: PixelCopies | undefined;

scope.onmessage = ({ data }) => {
  if (data.kind === 'want') {
    copies?.reuse(data.spare);
    decoder?.want(data.frames, data.ahead);
  } else
    void open(data.url, data.known, data.converts).catch((error: unknown) =>
      scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
};

async function open(url: string, known: MediaFacts | undefined, converts: boolean): Promise<void> {
  const facts = known ?? (await probeMedia(sourceOf(url)));
  if (facts.kind === 'audio') return scope.postMessage({ kind: 'opened', facts, decodable: true });
  const input = openMedia(sourceOf(url));
  const track = await input.getPrimaryVideoTrack();
  const decodable = track !== null && typeof VideoDecoder !== 'undefined' && (await canBegin(track));
  if (converts) copies = new PixelCopies(facts);
  if (track !== null && decodable) decoder = decoderOf(track, facts, await presentationOf(input, track));
  scope.postMessage({ kind: 'opened', facts, decodable });
}

/**
 * Decoders of browsers begin with a frame that needs no other; a file that was cut out of an open GOP may have none.
 */
async function canBegin(track: InputVideoTrack): Promise<boolean> {
  return (
    (await track.canDecode()) &&
    (await new EncodedPacketSink(track).getFirstKeyPacket({ verifyKeyPackets: true })) !== null
  );
}

function decoderOf(
  track: InputVideoTrack,
  facts: MediaFacts,
  presentation: Presentation,
): FrameDecoder<DecodedPicture, Picture> {
  const sink = new VideoSampleSink(track);
  const frames = { table: framesOfMedia(facts), presentation };
  return new FrameDecoder<DecodedPicture, Picture>({
    budget: BUDGET,
    run: from => decodedFrom(sink, frames, from),
    copy: async picture => (await copies?.of(picture)) ?? copyOf(picture),
    release: picture => ('pixels' in picture ? copies?.reuse([picture.pixels.buffer]) : picture.close()),
    send: (frame, picture) =>
      scope.postMessage({ kind: 'frame', frame, picture }, ['pixels' in picture ? picture.pixels.buffer : picture]),
    missing: frame => scope.postMessage({ kind: 'missing', frame }),
  });
}

const copyOf = (picture: DecodedPicture): Picture | Promise<Picture> =>
  'clone' in picture ? picture.clone() : createImageBitmap(picture);
