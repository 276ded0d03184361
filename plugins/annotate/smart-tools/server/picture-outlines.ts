import { randomUUID } from 'node:crypto';
import { inject } from 'inversify';
import sharp from 'sharp';
import { isFault } from '#core/base/common/index.ts';
import { Embeddings } from './embeddings.ts';
import type { RgbPixels } from './inference/inference-calls.ts';
import { ENCODED_SIDE } from './inference/inference-calls.ts';
import { ModelThreads } from './model-threads.ts';
import { modelOf } from './models/model-catalogue.ts';

const MODEL = 'sam2-hiera-tiny';

/** An object that a model outlined, in pixels of the picture. */
export interface OutlinedObject {
  /** x, y, … of its border. */
  readonly outline: readonly number[];
  /** Confidence of the model, from 0 to 1. */
  readonly score: number;
}

/** Outlines the object inside a box of a picture. Undefined where the model finds none, or has no time for it. */
export type OutlineObject = (
  picture: RgbPixels,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
) => Promise<OutlinedObject | undefined>;

/** Outlines objects on pictures that belong to no item, such as frames of a video, by SAM 2. */
export class PictureOutlines {
  constructor(
    @inject(ModelThreads) private readonly threads: ModelThreads,
    @inject(Embeddings) private readonly embeddings: Embeddings,
  ) {}

  /** The name of the model; undefined while it is not installed. */
  async modelName(): Promise<string | undefined> {
    return (await this.threads.readiness(MODEL)).ready ? modelOf(MODEL).title : undefined;
  }

  /** Returns a way to outline objects on one picture after another; undefined while the model is not installed. */
  async outliner(teamId: number): Promise<OutlineObject | undefined> {
    if ((await this.modelName()) === undefined) return undefined;
    // Each picture takes the place of the one before.
    const key = `${teamId}/${randomUUID()}`;
    return async ({ width, height, data }, box) => {
      const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
        .resize(ENCODED_SIDE, ENCODED_SIDE, { fit: 'fill', kernel: 'linear' })
        .raw()
        .toBuffer();
      try {
        await this.embeddings.hold(teamId, key, pixels);
      } catch (error) {
        // The queue of the team is full; what people ask for stays in it.
        if (isFault(error) && error.code === 'CANCELLED') return undefined;
        throw error;
      }
      const [across, down] = [ENCODED_SIDE / width, ENCODED_SIDE / height];
      const found = await this.threads.decoder.call('predict', {
        key,
        coordinates: Float32Array.of(
          Math.max(box.x, 0) * across,
          Math.max(box.y, 0) * down,
          Math.min(box.x + box.width, width) * across,
          Math.min(box.y + box.height, height) * down,
        ),
        // The corners of a box.
        labels: Float32Array.of(2, 3),
        width,
        height,
        step: 1,
      });
      if (found.missing || found.points.length < 6) return undefined;
      return { outline: found.points, score: found.candidates[0]?.score ?? 0 };
    };
  }
}
