import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import { z } from '#core/api/common/index.ts';
import { KeptConnection } from '../services/kept-connection.ts';
import type { ServiceCall } from '../services/service-call.ts';
import { askService, wrongAnswer } from '../services/service-call.ts';
import type { EmbeddingProvider, ImageEmbedding, TextEmbeddingProvider, TextMatch } from './embedding-provider.ts';
import { EMBEDDED_SIDE } from './embedding-provider.ts';
import { PROJECTED, Projection, unitVector } from './projection.ts';

/** Longest vectors that are kept as they are. */
const MOST_KEPT = 512;

const connection = z.object({ url: z.string(), model: z.string().max(200), dimension: z.int().min(2).max(8192) });
/** An embedding service that an operator connected, as it answered then. */
export type EmbeddingConnection = z.output<typeof connection>;

/** The connected service of embeddings. */
export const embeddingConnection = new KeptConnection('embeddings.json', connection);

const answer = z.object({ model: z.string().max(200).default('http'), vectors: z.array(z.array(z.number())) });
type Answer = z.output<typeof answer>;

/** Asks a service for the vector of a word. @throws Fault MODEL_ANSWER (502), EGRESS_REFUSED, EGRESS_FAILED. */
export async function probeEmbeddings(egress: Egress, url: string): Promise<EmbeddingConnection> {
  const { model, vectors } = await ask(egress, url, { texts: ['test'] }, 1);
  const found = connection.safeParse({ url, model, dimension: vectors[0]!.length });
  if (found.success) return found.data;
  throw wrongAnswer(serviceAt(url), `answered ${vectors[0]!.length} numbers; 2 to 8192 can be used`);
}

const serviceAt = (url: string): ServiceCall<Answer> => ({
  name: 'The embedding service',
  url,
  answer,
  shape: '{"model": "…", "vectors": [[…]]}',
});

async function ask(egress: Egress, url: string, body: object, count: number): Promise<Answer> {
  const service = serviceAt(url);
  const read = await askService(egress, service, body);
  if (read.vectors.length !== count)
    throw wrongAnswer(service, `answered ${read.vectors.length} vectors for ${count} inputs`);
  return read;
}

/**
 * A service of the operator whose vectors of words and pictures lie in one space. It gets `{"images": [base64 JPEG]}`
 * or `{"texts": [text]}` by POST and answers `{"model": "name", "vectors": [[…]]}`.
 */
export class HttpProvider implements EmbeddingProvider {
  readonly id = 'http';
  readonly title: string;
  readonly version: string;
  readonly dimension: number;
  readonly modalities = ['joint', 'image', 'text'] as const;
  /** The same service for texts. Their vectors are kept apart from those of pictures. */
  readonly texts: TextEmbeddingProvider;
  readonly #projection: Projection | undefined;

  constructor(
    private readonly egress: Egress,
    private readonly service: EmbeddingConnection,
  ) {
    const { model, dimension, url } = service;
    this.title = `${model} at ${new URL(url).host}`;
    this.#projection = dimension > MOST_KEPT ? new Projection(dimension) : undefined;
    this.dimension = this.#projection === undefined ? dimension : PROJECTED;
    this.version = `http-${model}-${dimension}-${this.dimension}`;
    this.texts = {
      title: this.title,
      version: `${this.version}-texts`,
      dimension: this.dimension,
      embedTexts: texts => this.#vectors({ texts }, texts.length),
    };
  }

  async embedImages(pictures: readonly Uint8Array[]): Promise<readonly ImageEmbedding[]> {
    const raw = { width: EMBEDDED_SIDE, height: EMBEDDED_SIDE, channels: 3 } as const;
    const images = await Promise.all(
      pictures.map(async each => (await sharp(each, { raw }).jpeg({ quality: 90 }).toBuffer()).toString('base64')),
    );
    return (await this.#vectors({ images }, images.length)).map(vector => ({ vector, tags: [] }));
  }

  async matchText(text: string): Promise<TextMatch> {
    return { by: 'vector', vector: (await this.#vectors({ texts: [text] }, 1))[0]! };
  }

  async #vectors(body: object, count: number): Promise<readonly Float32Array[]> {
    const { url, dimension } = this.service;
    const { vectors } = await ask(this.egress, url, body, count);
    return vectors.map(each => {
      if (each.length !== dimension)
        throw new Fault(
          'MODEL_ANSWER',
          `The embedding service answered ${each.length} numbers instead of ${dimension}. Connect it again: npm run loupe -- models connect URL`,
          { status: 502 },
        );
      const vector = Float32Array.from(each);
      return this.#projection?.of(vector) ?? unitVector(vector);
    });
  }
}
