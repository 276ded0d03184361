import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { RequestContext } from '#core/api/server/index.ts';
import type { OutlinedObject, PictureOutlines } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { FrameTable } from '../../common/media/frame-table.ts';
import type { RefinedObject } from '../../common/tracking/refined-path.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { LocalVideo } from '../ffmpeg/local-video.ts';
import { TrackRefining } from './track-refining.ts';

/** A video of 2048 × 1024 pixels, which the model sees at half its size. */
const video = {
  path: 'drive.mp4',
  demuxer: 'mov',
  facts: { width: 2048, height: 1024 },
  table: FrameTable.regular(30, 10_000_000),
} as unknown as LocalVideo;
const ffmpeg = {
  run: ({ onOutput }: { readonly onOutput: (output: Readable) => Promise<void> }) =>
    onOutput(Readable.from([Buffer.alloc(1024 * 512 * 3)])),
} as unknown as Ffmpeg;
const context = { team: { id: 1 } } as RequestContext;
const box = { x: 200, y: 100, width: 200, height: 100 };

/** Refines with a model that answers this, about pictures whose box it was asked for at half the size. */
async function refined(answer: OutlinedObject | undefined): Promise<RefinedObject | undefined> {
  const outlines = {
    outliner: async () => async (picture: object, asked: object) => {
      expect(picture).toMatchObject({ width: 1024, height: 512 });
      expect(asked).toEqual({ x: 100, y: 50, width: 100, height: 50 });
      return answer;
    },
  } as unknown as PictureOutlines;
  const refine = await new TrackRefining(ffmpeg, outlines).refiner(context, video, new AbortController().signal);
  return refine!(30, box);
}

it('should take the outline of a model in pixels of the video', async () => {
  expect(await refined({ outline: [104, 50, 196, 50, 196, 98, 104, 98], score: 0.9 })).toEqual({
    box: { x: 208, y: 100, width: 184, height: 96 },
    outline: [208, 100, 392, 100, 392, 196, 208, 196],
    confidence: 0.9,
  });
});

it.each([
  ['is not sure of', { outline: [104, 50, 196, 50, 196, 98], score: 0.5 }],
  ['sees elsewhere', { outline: [400, 50, 500, 50, 500, 98], score: 0.9 }],
  ['does not find', undefined],
])('should leave an object to the tracker that a model %s', async (_, answer) => {
  expect(await refined(answer)).toBeUndefined();
});

it('should refine nothing where no model is installed', async () => {
  const outlines = { outliner: async () => undefined } as unknown as PictureOutlines;
  const { signal } = new AbortController();
  expect(await new TrackRefining(ffmpeg, outlines).refiner(context, video, signal)).toBeUndefined();
  expect(await new TrackRefining(ffmpeg, undefined).refiner(context, video, signal)).toBeUndefined();
});
