import { inject } from 'inversify';
import type { z } from '#core/api/common/index.ts';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { boundsOf } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { mlApi, ReadText } from '../common/api.ts';
import { annotatedItem } from './annotated-item.ts';
import { FairQueue } from './fair-queue.ts';
import { ItemPictures } from './item-pictures.ts';
import { ModelThreads } from './model-threads.ts';
import { Providers } from './providers.ts';

type Asked = z.output<typeof mlApi.operations.ocr.body>;

/** Reads text in pictures. */
export class TextReading {
  readonly #queue = new FairQueue(1);

  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Providers) private readonly providers: Providers,
    @inject(ItemPictures) private readonly pictures: ItemPictures,
    @inject(ModelThreads) private readonly threads: ModelThreads,
  ) {}

  /** @throws Fault NOT_FOUND, FORBIDDEN, INVALID_FIELD, MODEL_UNAVAILABLE, PICTURE_NOT_HELD, TOO_MANY_REQUESTS. */
  async read(context: RequestContext, { image, points }: Asked): Promise<ReadText> {
    const row = await annotatedItem(this.items, context, image);
    const answerer = await this.providers.demand('ocr');
    this.pictures.fileOf(row);
    const whole = { minX: 0, minY: 0, maxX: row.width!, maxY: row.height! };
    const bounds = points === undefined ? whole : boundsOf(points);
    if (bounds.maxX <= 0 || bounds.maxY <= 0 || bounds.minX >= whole.maxX || bounds.minY >= whole.maxY)
      throw invalidField('points', `must meet the picture, which is ${whole.maxX} × ${whole.maxY}`);
    if (bounds.maxX - bounds.minX < 1 && bounds.maxY - bounds.minY < 1)
      throw invalidField('points', 'must enclose a region');
    const ticket = this.#queue.add(row.team_id, 'now', async () => {
      const cut = await this.pictures.cut(row, bounds);
      const region = points?.map((value, at) => (value - (at % 2 === 0 ? cut.x : cut.y)) / cut.scale);
      const { lines, ms } = await this.threads.reader.call('read', {
        pixels: cut.pixels,
        ...(region === undefined ? {} : { region }),
      });
      return {
        ms,
        boxes: lines.map(line => ({
          ...line,
          points: line.points.map(
            (value, at) => Math.round((value * cut.scale + (at % 2 === 0 ? cut.x : cut.y)) * 100) / 100,
          ),
        })),
      };
    });
    context.signal.addEventListener('abort', () => ticket.cancel(), { once: true });
    const { boxes, ms } = await ticket.done;
    const confidence = boxes.length === 0 ? 0 : boxes.reduce((sum, each) => sum + each.confidence, 0) / boxes.length;
    return {
      text: boxes.map(each => each.text).join('\n'),
      confidence,
      boxes,
      ...answerer,
      ms: Math.round(ms * 10) / 10,
    };
  }
}
