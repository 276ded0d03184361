import type { ModelThreads } from '../model-threads.ts';
import { modelOf } from '../models/model-catalogue.ts';
import type { TextEmbeddingProvider } from './embedding-provider.ts';
import { TEXT_DIMENSION } from './text-embedder.ts';

/** Texts by MiniLM. */
export class OnnxTextProvider implements TextEmbeddingProvider {
  readonly title = modelOf('minilm-l6').title;
  readonly version = `minilm-l6-${modelOf('minilm-l6').version}-${TEXT_DIMENSION}`;
  readonly dimension = TEXT_DIMENSION;

  constructor(private readonly threads: ModelThreads) {}

  async embedTexts(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { vectors } = await this.threads.embedder.call('embedTexts', { texts });
    return texts.map((_, at) => vectors.slice(at * TEXT_DIMENSION, (at + 1) * TEXT_DIMENSION));
  }
}
