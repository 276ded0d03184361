import { parentPort, workerData } from 'node:worker_threads';
import { isFault } from '#core/base/common/index.ts';
import { Inference, runCall } from './inference.ts';
import type { InferenceAnswer, InferenceRequest, InferenceSettings } from './inference-calls.ts';

const port = parentPort!;
const inference = new Inference(workerData as InferenceSettings);

port.on('message', ({ id, call, input }: InferenceRequest) => {
  runCall(inference, call, input as never).then(
    output => {
      const { embedding } = output as { readonly embedding?: Float32Array<ArrayBuffer> };
      port.postMessage({ id, output } satisfies InferenceAnswer, embedding === undefined ? [] : [embedding.buffer]);
    },
    (error: unknown) =>
      port.postMessage({
        id,
        fault: isFault(error)
          ? { code: error.code, message: error.message, status: error.status }
          : { code: 'MODEL_FAILED', message: error instanceof Error ? error.message : String(error), status: 500 },
      } satisfies InferenceAnswer),
  );
});
