import type { InferenceSession } from 'onnxruntime-node';
import type { Runtime } from './open-session.ts';
import { openSession } from './open-session.ts';
import { ENCODED_SIDE } from './inference-calls.ts';

const MEAN = [0.485, 0.456, 0.406].map(each => each * 255);
const DEVIATION = [0.229, 0.224, 0.225].map(each => each * 255);

/** The parts of an embedding one after the other: what the decoder takes, with the shape of each. */
export const embeddingParts = [
  { name: 'image_embed', dims: [1, 256, 64, 64] },
  { name: 'high_res_feats_0', dims: [1, 32, 256, 256] },
  { name: 'high_res_feats_1', dims: [1, 64, 128, 128] },
] as const;

export const partLength = (dims: readonly number[]): number => dims.reduce((product, each) => product * each, 1);

/** Turns pictures into embeddings. */
export class Sam2Encoder {
  #open: Promise<{ readonly runtime: Runtime; readonly session: InferenceSession }> | undefined;

  constructor(
    private readonly modelsFolder: string,
    private readonly threads: number,
  ) {}

  /** `pixels` are 1024 × 1024 × 3 bytes, red first. */
  async encode(pixels: Uint8Array): Promise<Float32Array> {
    this.#open ??= openSession(this.modelsFolder, 'sam2-hiera-tiny', 'encoder.ort', this.threads);
    const { runtime, session } = await this.#open.catch((error: unknown) => {
      this.#open = undefined;
      throw error;
    });
    const area = ENCODED_SIDE * ENCODED_SIDE;
    const planes = new Float32Array(area * 3);
    for (let channel = 0; channel < 3; channel++) {
      const [mean, deviation] = [MEAN[channel]!, DEVIATION[channel]!];
      for (let at = 0, from = channel; at < area; at++, from += 3)
        planes[channel * area + at] = (pixels[from]! - mean) / deviation;
    }
    const answer = await session.run({
      image: new runtime.Tensor('float32', planes, [1, 3, ENCODED_SIDE, ENCODED_SIDE]),
    });
    const embedding = new Float32Array(embeddingParts.reduce((sum, part) => sum + partLength(part.dims), 0));
    let place = 0;
    for (const { name, dims } of embeddingParts) {
      embedding.set(answer[name]!.data as Float32Array, place);
      place += partLength(dims);
    }
    return embedding;
  }
}
