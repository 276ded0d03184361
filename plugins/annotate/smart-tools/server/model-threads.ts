import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { inject } from 'inversify';
import { CacheFolderToken, ModelsFolderToken } from '#core/kernel/server/index.ts';
import { ModelThread } from './inference/model-thread.ts';
import type { ModelId } from './models/model-catalogue.ts';
import { modelOf } from './models/model-catalogue.ts';
import { ModelFolder } from './models/model-folder.ts';

/** State of a model, with the reason and the fix when it is not ready. */
export type ModelReadiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };

/**
 * The threads in which models run. A click must not wait for the encoder, which takes seconds, nor for a page of text:
 * each has a thread of its own, begun when first needed.
 */
export class ModelThreads {
  readonly encoder: ModelThread;
  readonly decoder: ModelThread;
  readonly reader: ModelThread;
  readonly embedder: ModelThread;
  readonly #folder: ModelFolder;
  readonly #runtime = hasRuntime();

  constructor(@inject(ModelsFolderToken) modelsFolder: string, @inject(CacheFolderToken) cacheFolder: string) {
    this.#folder = new ModelFolder(modelsFolder);
    const cores = availableParallelism();
    // One core stays free for the server and for clicks.
    const settings = { modelsFolder, cacheFolder, threads: Math.max(1, Math.min(cores - 1, 8)) };
    this.encoder = new ModelThread(settings);
    this.decoder = new ModelThread({ ...settings, threads: Math.max(1, Math.min(cores, 4)) });
    this.reader = new ModelThread({ ...settings, cacheFolder: '' });
    this.embedder = new ModelThread({ ...settings, cacheFolder: '' });
  }

  async readiness(id: ModelId): Promise<ModelReadiness> {
    if (!(await this.#folder.has(modelOf(id))))
      return {
        ready: false,
        reason: `${modelOf(id).title} is not installed. An operator installs it with: npm run loupe -- models install`,
      };
    if (!this.#runtime)
      return { ready: false, reason: 'The package onnxruntime-node is not installed for this machine.' };
    return { ready: true };
  }

  async close(): Promise<void> {
    await Promise.all([this.encoder.close(), this.decoder.close(), this.reader.close(), this.embedder.close()]);
  }
}

/** Found without loading it. */
function hasRuntime(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
}
