import { AudioSampleSink } from 'mediabunny';
import { MICRO } from '../../common/media/frame-table.ts';
import { openMedia } from '../../common/media/probe-media.ts';
import { sourceOf } from '../decode/decoded-frames.ts';
import { raiseLoudness, stepOf } from './loudness.ts';
import type { SoundReply, SoundRequest } from './sound-messages.ts';

/** Milliseconds between two parts that are handed over. */
const PAUSE = 250;

const scope = self as unknown as {
  postMessage(reply: SoundReply): void;
  onmessage: ((event: MessageEvent<SoundRequest>) => void) | null;
};

scope.onmessage = ({ data }) => void read(data).catch(() => scope.postMessage({ kind: 'failed' }));

/** Decodes the sound piece by piece; only its loudness is kept. */
async function read({ url, duration }: SoundRequest): Promise<void> {
  const input = openMedia(sourceOf(url));
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null || !(await track.canDecode())) return scope.postMessage({ kind: 'undecodable' });
    const step = stepOf(duration);
    const loudness = new Uint8Array(Math.ceil(duration / step));
    let [sent, due] = [0, performance.now() + PAUSE];
    const send = (until: number): void => {
      if (until > sent) scope.postMessage({ kind: 'read', from: sent, loudness: loudness.slice(sent, until) });
      sent = Math.max(sent, until);
    };
    for await (const sample of new AudioSampleSink(track).samples()) {
      const samples = new Float32Array(sample.numberOfFrames);
      const place = { start: sample.timestamp * MICRO, rate: sample.sampleRate, step };
      for (let planeIndex = 0; planeIndex < sample.numberOfChannels; planeIndex += 1) {
        sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
        raiseLoudness(loudness, samples, place);
      }
      const until = Math.min(Math.floor(place.start / step), loudness.length);
      sample.close();
      if (performance.now() < due) continue;
      due = performance.now() + PAUSE;
      send(until);
    }
    send(loudness.length);
  } finally {
    input.dispose();
  }
}
