import { inject } from 'inversify';
import { Egress } from '#core/egress/server/index.ts';
import { ModelsFolderToken } from '#core/kernel/server/index.ts';
import { ModelThreads } from '../model-threads.ts';
import type { EmbeddingReadiness } from './embedding-provider.ts';
import { connectionOf, HttpProvider } from './http-provider.ts';
import { OnnxProvider } from './onnx-provider.ts';

/** Chooses what turns pictures and words into vectors: the connected service, or else the installed models. */
export class EmbeddingProviders {
  readonly #local: OnnxProvider;
  #connected: { readonly key: string; readonly provider: HttpProvider } | undefined;

  constructor(
    @inject(ModelThreads) private readonly threads: ModelThreads,
    @inject(Egress) private readonly egress: Egress,
    @inject(ModelsFolderToken) private readonly modelsFolder: string,
  ) {
    this.#local = new OnnxProvider(threads);
  }

  /** Returns the provider that answers now. An installation or a connection is noticed without a restart. */
  async readiness(): Promise<EmbeddingReadiness> {
    const service = await connectionOf(this.modelsFolder);
    if (service !== undefined) {
      const key = JSON.stringify(service);
      if (this.#connected?.key !== key) this.#connected = { key, provider: new HttpProvider(this.egress, service) };
      return { provider: this.#connected.provider, textReason: undefined };
    }
    const pictures = await this.threads.readiness('resnet50');
    if (!pictures.ready) return { provider: undefined, reason: pictures.reason };
    const words = await this.threads.readiness('minilm-l6');
    return { provider: this.#local, textReason: words.ready ? undefined : words.reason };
  }
}
