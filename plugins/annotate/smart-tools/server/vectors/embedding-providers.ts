import { inject } from 'inversify';
import { Egress } from '#core/egress/server/index.ts';
import { ModelsFolderToken } from '#core/kernel/server/index.ts';
import { ModelThreads } from '../model-threads.ts';
import type { EmbeddingReadiness, TextReadiness } from './embedding-provider.ts';
import { embeddingConnection, HttpProvider } from './http-provider.ts';
import { OnnxProvider } from './onnx-provider.ts';
import { OnnxTextProvider } from './onnx-text-provider.ts';

/** Chooses what turns pictures and words into vectors: the connected service, or else the installed models. */
export class EmbeddingProviders {
  readonly #local: OnnxProvider;
  readonly #localTexts: OnnxTextProvider;
  #connected: { readonly key: string; readonly provider: HttpProvider } | undefined;

  constructor(
    @inject(ModelThreads) private readonly threads: ModelThreads,
    @inject(Egress) private readonly egress: Egress,
    @inject(ModelsFolderToken) private readonly modelsFolder: string,
  ) {
    this.#local = new OnnxProvider(threads);
    this.#localTexts = new OnnxTextProvider(threads);
  }

  /** Returns the provider that answers now. An installation or a connection is noticed without a restart. */
  async readiness(): Promise<EmbeddingReadiness> {
    const connected = await this.#service();
    if (connected !== undefined) return { provider: connected, textReason: undefined };
    const pictures = await this.threads.readiness('resnet50');
    if (!pictures.ready) return { provider: undefined, reason: pictures.reason };
    const words = await this.threads.readiness('minilm-l6');
    return { provider: this.#local, textReason: words.ready ? undefined : words.reason };
  }

  /** Returns the provider that compares texts by their meaning now. */
  async textReadiness(): Promise<TextReadiness> {
    const connected = await this.#service();
    if (connected !== undefined) return { provider: connected.texts };
    const words = await this.threads.readiness('minilm-l6');
    return words.ready ? { provider: this.#localTexts } : { provider: undefined, reason: words.reason };
  }

  async #service(): Promise<HttpProvider | undefined> {
    const service = await embeddingConnection.of(this.modelsFolder);
    if (service === undefined) return undefined;
    const key = JSON.stringify(service);
    if (this.#connected?.key !== key) this.#connected = { key, provider: new HttpProvider(this.egress, service) };
    return this.#connected.provider;
  }
}
