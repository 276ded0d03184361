import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Candidate } from '../../common/api.ts';
import { runsOfLogits } from '../../common/logit-runs.ts';
import { outlinesOf } from '../../common/mask-outline.ts';
import { cellsOfRuns, packRuns } from '../../common/mask-runs.ts';
import { tidyLogits } from '../../common/tidy-logits.ts';
import type { PredictInput, PredictOutput } from './inference-calls.ts';
import { ENCODED_SIDE, LOGIT_SIDE } from './inference-calls.ts';
import type { Runtime } from './open-session.ts';
import { openSession } from './open-session.ts';
import { embeddingParts, partLength } from './sam2-encoder.ts';

const AREA = LOGIT_SIDE * LOGIT_SIDE;
/** Answers that can still be corrected. */
const REMEMBERED = 48;
/** Cells on the longer side of the grid on which the outline of the answer is followed. */
const OUTLINE_SIDE = 1024;

/** Turns an embedding and what a person showed into three masks. */
export class Sam2Decoder {
  readonly #answers = new Map<string, readonly Float32Array[]>();
  #open: Promise<{ readonly runtime: Runtime; readonly session: InferenceSession }> | undefined;

  constructor(
    private readonly modelsFolder: string,
    private readonly threads: number,
  ) {}

  async predict(embedding: Float32Array, input: PredictInput): Promise<PredictOutput> {
    const began = performance.now();
    this.#open ??= openSession(this.modelsFolder, 'sam2-hiera-tiny', 'decoder.onnx', this.threads);
    const { runtime, session } = await this.#open.catch((error: unknown) => {
      this.#open = undefined;
      throw error;
    });
    const previous = this.#previous(input);
    const count = input.labels.length;
    const feeds: Record<string, Tensor> = {
      point_coords: new runtime.Tensor('float32', input.coordinates, [1, count, 2]),
      point_labels: new runtime.Tensor('float32', input.labels, [1, count]),
      mask_input: new runtime.Tensor('float32', previous ?? new Float32Array(AREA), [1, 1, LOGIT_SIDE, LOGIT_SIDE]),
      has_mask_input: new runtime.Tensor('float32', Float32Array.of(previous === undefined ? 0 : 1), [1]),
    };
    let place = 0;
    for (const { name, dims } of embeddingParts) {
      feeds[name] = new runtime.Tensor('float32', embedding.subarray(place, place + partLength(dims)), [...dims]);
      place += partLength(dims);
    }
    const answer = await session.run(feeds);
    const masks = answer['masks']!.data as Float32Array;
    const scores = answer['iou_predictions']!.data as Float32Array;
    const kept = pointedCells(input);
    const ranked = Array.from(scores, (score, at) => ({
      score,
      logits: masks.slice(at * AREA, (at + 1) * AREA),
    })).toSorted((one, other) => other.score - one.score);
    const id = this.#remember(ranked.map(each => each.logits));
    const tidied = ranked.map(each => ({
      score: Math.min(Math.max(each.score, 0), 1),
      logits: tidyLogits(each.logits, LOGIT_SIDE, LOGIT_SIDE, kept),
    }));
    return {
      missing: false,
      id,
      candidates: tidied.map(({ score, logits }) => candidateOf(logits, score, input)),
      points: outlineOf(tidied[0]!.logits, input),
      ms: performance.now() - began,
    };
  }

  #previous({ previous }: PredictInput): Float32Array | undefined {
    return previous === undefined ? undefined : this.#answers.get(previous.id)?.[previous.candidate];
  }

  #remember(logits: readonly Float32Array[]): string {
    const id = randomUUID();
    this.#answers.set(id, logits);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > REMEMBERED && oldest !== undefined) this.#answers.delete(oldest);
    return id;
  }
}

/** Cells of the logits under the positive points: what a person pointed at is never taken for a speck. */
function pointedCells({ coordinates, labels }: PredictInput): readonly number[] {
  const scale = LOGIT_SIDE / ENCODED_SIDE;
  const cell = (value: number): number => Math.min(Math.max(Math.floor(value * scale), 0), LOGIT_SIDE - 1);
  return [...labels].flatMap((label, at) =>
    label === 1 ? [cell(coordinates[at * 2 + 1]!) * LOGIT_SIDE + cell(coordinates[at * 2]!)] : [],
  );
}

function candidateOf(logits: Float32Array, score: number, { width, height }: PredictInput): Candidate {
  const runs = runsOfLogits(logits, LOGIT_SIDE, LOGIT_SIDE, width, height);
  return {
    score,
    x: runs.x,
    y: runs.y,
    width: runs.width,
    height: runs.height,
    runs: deflateRawSync(packRuns(runs.rows), { level: 6 }).toString('base64'),
  };
}

function outlineOf(logits: Float32Array, { width, height, step }: PredictInput): readonly number[] {
  const shrink = Math.max(1, Math.max(width, height) / OUTLINE_SIDE);
  const [columns, rows] = [Math.max(1, Math.round(width / shrink)), Math.max(1, Math.round(height / shrink))];
  const runs = runsOfLogits(logits, LOGIT_SIDE, LOGIT_SIDE, columns, rows);
  const cell = (width * step) / columns;
  const [part] = outlinesOf(
    { x: runs.x * cell, y: runs.y * cell, width: runs.width, height: runs.height, data: cellsOfRuns(runs), step: cell },
    cell,
  );
  return part === undefined ? [] : part.outer.map(value => Math.round(value * 100) / 100);
}
