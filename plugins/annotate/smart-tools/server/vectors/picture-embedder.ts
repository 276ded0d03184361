import type { InferenceSession } from 'onnxruntime-node';
import { openSession } from '../inference/open-session.ts';
import type { Runtime } from '../inference/open-session.ts';
import type { PictureTag } from './embedding-provider.ts';
import { EMBEDDED_SIDE } from './embedding-provider.ts';
import { PROJECTED, Projection } from './projection.ts';

/** Means of blue, green and red, which the network takes in this order. */
const MEANS = [103.939, 116.779, 123.68] as const;
const POOLED = 2048;
const TAGS = 5;

/** Turns pictures into vectors and tags by ResNet50. */
export class PictureEmbedder {
  #open: Promise<{ readonly runtime: Runtime; readonly session: InferenceSession }> | undefined;
  readonly #projection = new Projection(POOLED);

  constructor(
    private readonly modelsFolder: string,
    private readonly threads: number,
  ) {}

  /** `pixels` are `count` pictures of 224 × 224 × 3 bytes, red first. */
  async embed(
    pixels: Uint8Array,
    count: number,
  ): Promise<{ readonly vectors: Float32Array; readonly tags: readonly (readonly PictureTag[])[] }> {
    this.#open ??= openSession(this.modelsFolder, 'resnet50', 'resnet50.onnx', this.threads);
    const { runtime, session } = await this.#open.catch((error: unknown) => {
      this.#open = undefined;
      throw error;
    });
    const area = EMBEDDED_SIDE * EMBEDDED_SIDE;
    const planes = new Float32Array(count * area * 3);
    for (let picture = 0; picture < count; picture++)
      for (let channel = 0; channel < 3; channel++) {
        const [mean, plane] = [MEANS[channel]!, (picture * 3 + channel) * area];
        for (let at = 0, from = picture * area * 3 + 2 - channel; at < area; at++, from += 3)
          planes[plane + at] = pixels[from]! - mean;
      }
    const input = new runtime.Tensor('float32', planes, [count, 3, EMBEDDED_SIDE, EMBEDDED_SIDE]);
    const answer = await session.run({ pictures: input });
    const pooled = answer['pooled']!.data as Float32Array;
    const classes = answer['classes']!.data as Float32Array;
    const width = classes.length / count;
    const vectors = new Float32Array(count * PROJECTED);
    const tags: (readonly PictureTag[])[] = [];
    for (let picture = 0; picture < count; picture++) {
      vectors.set(this.#projection.of(pooled.subarray(picture * POOLED, (picture + 1) * POOLED)), picture * PROJECTED);
      tags.push(
        [...classes.subarray(picture * width, (picture + 1) * width)]
          .map((probability, place): PictureTag => [place, probability])
          .sort((one, other) => other[1] - one[1])
          .slice(0, TAGS),
      );
    }
    return { vectors, tags };
  }
}
