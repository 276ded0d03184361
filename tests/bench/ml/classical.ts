import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext } from '#plugins/annotate/editor/web/kit/index.ts';
import { ClassicalSegmenter } from '#plugins/annotate/smart-tools/web/segmenting/classical-segmenter.ts';
import { GrabCut } from '#plugins/annotate/smart-tools/web/vision/grab-cut.ts';
import { openCv } from '#plugins/annotate/smart-tools/web/vision/opencv.ts';
import type { GrabCutInput } from '#plugins/annotate/smart-tools/web/vision/vision-calls.ts';
import type { VisionWorker } from '#plugins/annotate/smart-tools/web/vision/vision-worker.ts';

/** The picture as the editor gives parts of it. */
export interface BenchPicture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  pixels(
    area: Rectangle,
    longestSide: number,
  ): Promise<{ readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }>;
}

/** Resolves when the image library is loaded. */
export async function imageLibraryReady(): Promise<void> {
  await openCv;
}

/**
 * Returns the region that the browser's own help cuts out of a box, with the product's code on this thread: the
 * region's mask in item pixels, undefined when nothing was found.
 */
export async function cutByColours(
  picture: BenchPicture,
  box: Rectangle,
): Promise<
  | {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly data: Uint8Array;
    }
  | undefined
> {
  const { cv } = await openCv;
  const grabCut = new GrabCut(cv);
  const worker = {
    call: (_name: string, input: GrabCutInput) => Promise.resolve(grabCut.cut(input)),
  } as unknown as VisionWorker;
  const context = {
    session: { item: { id: picture.id } },
    stage: { camera: { item: picture }, reach: (pixels: number) => pixels },
    pixels: picture.pixels,
  } as unknown as AssistantContext;
  const {
    regions: [found],
  } = await new ClassicalSegmenter(worker).propose(context, { box, points: [] });
  return found === undefined ? undefined : (await found.region()).mask;
}
