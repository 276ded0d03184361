import { messages } from '../messages.ts';
import { BorderWire } from './border-wire.ts';
import { GrabCut } from './grab-cut.ts';
import { wandMask } from './magic-wand.ts';
import type { OpenCv } from './opencv.ts';
import { openCv } from './opencv.ts';
import type { VisionAnswer, VisionCall, VisionCalls, VisionRequest } from './vision-calls.ts';

type Work = { readonly [C in VisionCall]: (input: VisionCalls[C]['input']) => VisionCalls[C]['output'] };

function workOf(cv: OpenCv): Work {
  const grabCut = new GrabCut(cv);
  const wire = new BorderWire(cv);
  return {
    grabCut: input => grabCut.cut(input),
    wireOpen: input => void wire.open(input),
    wireSeed: ({ x, y }) => void wire.seed(x, y),
    wirePath: ({ x, y }) => wire.path(x, y),
    wand: ({ picture, x, y, tolerance }) => wandMask(cv, picture, x, y, tolerance),
  };
}

const work = openCv.then(({ cv }) => ({ calls: workOf(cv) }));

// This worker reaches nothing: its script comes with a policy of its own (core/api/server/security-headers.ts).
self.onmessage = async ({ data }: MessageEvent<VisionRequest>): Promise<void> => {
  const reply = (answer: VisionAnswer): void => self.postMessage(answer);
  try {
    const { calls } = await work;
    reply({ id: data.id, output: calls[data.call](data.input as never) });
  } catch (error) {
    // The library throws numbers: addresses of its own exceptions.
    reply({
      id: data.id,
      error: error instanceof Error ? error.message : messages.visionSealedWorker.imageLibraryFailed,
    });
  }
};
