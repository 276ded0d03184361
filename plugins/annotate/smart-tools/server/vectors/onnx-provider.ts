import type { ModelThreads } from '../model-threads.ts';
import { modelOf } from '../models/model-catalogue.ts';
import type { EmbeddingProvider, ImageEmbedding, TextMatch } from './embedding-provider.ts';
import { EMBEDDED_SIDE } from './embedding-provider.ts';
import { PROJECTED } from './projection.ts';

/** Pictures by ResNet50, and words by MiniLM, which compares them with the names of what ResNet50 recognizes. */
export class OnnxProvider implements EmbeddingProvider {
  readonly id = 'onnx-resnet50';
  readonly title = modelOf('resnet50').title;
  readonly version = `resnet50-${modelOf('resnet50').version}-${PROJECTED}`;
  readonly dimension = PROJECTED;
  readonly modalities = ['image', 'text'] as const;

  constructor(private readonly threads: ModelThreads) {}

  async embedImages(pictures: readonly Uint8Array[]): Promise<readonly ImageEmbedding[]> {
    const pixels = new Uint8Array(pictures.length * EMBEDDED_SIDE * EMBEDDED_SIDE * 3);
    pictures.forEach((picture, at) => pixels.set(picture, at * EMBEDDED_SIDE * EMBEDDED_SIDE * 3));
    const { vectors, tags } = await this.threads.embedder.call('embedPictures', { pixels, count: pictures.length });
    return pictures.map((_, at) => ({ vector: vectors.slice(at * PROJECTED, (at + 1) * PROJECTED), tags: tags[at]! }));
  }

  async matchText(text: string): Promise<TextMatch> {
    return { by: 'tags', ...(await this.threads.embedder.call('matchTags', { text })) };
  }
}
