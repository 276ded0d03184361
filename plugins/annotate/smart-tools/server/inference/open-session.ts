import type * as onnxruntime from 'onnxruntime-node';
import { Fault } from '#core/base/common/index.ts';
import type { ModelId } from '../models/model-catalogue.ts';
import { modelOf } from '../models/model-catalogue.ts';
import { ModelFolder, sha512Of } from '../models/model-folder.ts';

export type Runtime = typeof onnxruntime;

/** The runtime, which is an optional package. @throws Fault MODEL_UNAVAILABLE. */
export async function loadRuntime(): Promise<Runtime> {
  try {
    return await import('onnxruntime-node');
  } catch (error) {
    throw new Fault('MODEL_UNAVAILABLE', 'The package onnxruntime-node is not installed for this machine.', {
      status: 503,
      cause: error,
    });
  }
}

/** Opens one file of an installed model after its hash was checked. @throws Fault MODEL_UNAVAILABLE, MODEL_DAMAGED. */
export async function openSession(
  modelsFolder: string,
  id: ModelId,
  fileName: string,
  threads: number,
): Promise<{ readonly runtime: Runtime; readonly session: onnxruntime.InferenceSession }> {
  const runtime = await loadRuntime();
  const model = modelOf(id);
  const file = model.files.find(each => each.to === fileName)!;
  const path = new ModelFolder(modelsFolder).pathOf(model, file);
  const hash = await sha512Of(path).catch(() => undefined);
  if (hash === undefined)
    throw new Fault('MODEL_UNAVAILABLE', `${model.title} is not installed. Run: npm run loupe -- models install`, {
      status: 503,
    });
  if (hash !== file.sha512)
    throw new Fault('MODEL_DAMAGED', `${path} is damaged. Run: npm run loupe -- models install`, { status: 503 });
  // The arena keeps 900 MB more than the work needs.
  return {
    runtime,
    session: await runtime.InferenceSession.create(path, {
      enableCpuMemArena: false,
      intraOpNumThreads: threads,
      logSeverityLevel: 3,
    }),
  };
}
