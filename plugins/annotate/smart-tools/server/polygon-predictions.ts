import { inject } from 'inversify';
import type { z } from '#core/api/common/index.ts';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { mlApi, Prediction } from '../common/api.ts';
import { annotatedItem } from './annotated-item.ts';
import { Embeddings } from './embeddings.ts';
import { FairQueue } from './fair-queue.ts';
import type { PredictInput, PredictOutput } from './inference/inference-calls.ts';
import { ENCODED_SIDE } from './inference/inference-calls.ts';
import { ModelThreads } from './model-threads.ts';
import { Providers } from './providers.ts';

type Asked = z.output<typeof mlApi.operations.polygonPrediction.body>;

/** Outlines objects by SAM 2: makes the embedding when it is not there yet, then decodes. */
export class PolygonPredictions {
  readonly #queue = new FairQueue(1);

  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Providers) private readonly providers: Providers,
    @inject(Embeddings) private readonly embeddings: Embeddings,
    @inject(ModelThreads) private readonly threads: ModelThreads,
  ) {}

  /**
   * @throws Fault NOT_FOUND, FORBIDDEN, INVALID_FIELD naming the point, MODEL_UNAVAILABLE, PICTURE_NOT_HELD,
   * TOO_MANY_REQUESTS.
   */
  async predict(context: RequestContext, asked: Asked): Promise<Prediction> {
    const row = await annotatedItem(this.items, context, asked.image);
    const answerer = await this.providers.demand('segment');
    const key = this.embeddings.keyOf(row, answerer.version);
    const input = inputOf(row, key, asked);
    const output = await this.#decode(context, row, answerer.version, input);
    return {
      points: [...output.points],
      score: output.candidates[0]?.score ?? 0,
      id: output.id,
      candidates: [...output.candidates],
      step: input.step,
      ...answerer,
      ms: Math.round(output.ms * 10) / 10,
    };
  }

  async #decode(
    context: RequestContext,
    row: ItemRow,
    version: string,
    input: PredictInput,
  ): Promise<Extract<PredictOutput, { readonly missing: false }>> {
    const ask = async (): Promise<PredictOutput> => {
      const ticket = this.#queue.add(row.team_id, 'now', () => this.threads.decoder.call('predict', input));
      const give = (): void => ticket.cancel();
      context.signal.addEventListener('abort', give, { once: true });
      return ticket.done.finally(() => context.signal.removeEventListener('abort', give));
    };
    const first = await ask();
    if (!first.missing) return first;
    const wish = await this.embeddings.want(row, version, 'now');
    context.signal.addEventListener('abort', () => wish.cancel(), { once: true });
    await wish.done;
    const second = await ask();
    if (second.missing)
      throw new Fault('MODEL_FAILED', 'The picture could not be prepared. Try again.', { status: 503 });
    return second;
  }
}

/** Returns the input of the decoder: places on its square, the mask's grid. */
function inputOf(row: ItemRow, key: string, asked: Asked): PredictInput {
  const [width, height] = [row.width!, row.height!];
  const points = pointsOf(asked.points);
  if (points.length === 0 && asked.box === undefined) throw invalidField('points', 'give at least one point, or a box');
  points.forEach(({ x, y }, at) => {
    if (x < 0 || x > width || y < 0 || y > height)
      throw invalidField(`points[${at}]`, `must lie on the picture, which is ${width} × ${height}`);
  });
  const coordinates = points.flatMap(({ x, y }) => [x, y]);
  const labels: number[] = points.map(point => point.label);
  if (asked.box !== undefined) {
    const { x1, y1, x2, y2 } = asked.box;
    if (!(x1 < x2) || !(y1 < y2)) throw invalidField('box', 'x1 and y1 must be smaller than x2 and y2');
    if (x2 < 0 || y2 < 0 || x1 > width || y1 > height)
      throw invalidField('box', `must meet the picture, which is ${width} × ${height}`);
    coordinates.push(Math.max(x1, 0), Math.max(y1, 0), Math.min(x2, width), Math.min(y2, height));
    labels.push(2, 3);
  }
  const step = Math.max(1, Math.ceil(Math.max(width, height) / asked.longest_side));
  return {
    key,
    coordinates: Float32Array.from(
      coordinates,
      (value, at) => (value * ENCODED_SIDE) / (at % 2 === 0 ? width : height),
    ),
    labels: Float32Array.from(labels),
    width: Math.ceil(width / step),
    height: Math.ceil(height / step),
    step,
    ...(asked.previous === undefined ? {} : { previous: asked.previous }),
  };
}

function pointsOf(
  points: Asked['points'],
): readonly { readonly x: number; readonly y: number; readonly label: 0 | 1 }[] {
  if (points.length === 0 || typeof points[0] === 'object') return points as Exclude<Asked['points'], number[]>;
  const flat = points as readonly number[];
  return Array.from({ length: flat.length / 2 }, (_, at) => ({ x: flat[at * 2]!, y: flat[at * 2 + 1]!, label: 1 }));
}
