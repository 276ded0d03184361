import { inject } from 'inversify';
import { Fault, isFault } from '#core/base/common/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { ModelsFolderToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemJpeg } from '../item-pictures.ts';
import { ItemPictures } from '../item-pictures.ts';
import type { DetectorConnection, FoundObject } from './outside-detector.ts';
import { askDetector, detectorConnection } from './outside-detector.ts';

/** Pictures of one question. */
const AT_ONCE = 8;
/** Longer side of a picture that is sent, pixels. */
const SENT_SIDE = 2048;

/** A picture that is sent, with its item. */
interface SentPicture {
  readonly row: ItemRow;
  readonly picture: ItemJpeg;
}

/** Asks the detector that an operator connected. */
export class Detectors {
  constructor(
    @inject(Egress) private readonly egress: Egress,
    @inject(ModelsFolderToken) private readonly modelsFolder: string,
    @inject(ItemPictures) private readonly pictures: ItemPictures,
  ) {}

  /** Undefined when none is connected. A connection is noticed without a restart. */
  connected(): Promise<DetectorConnection | undefined> {
    return detectorConnection.of(this.modelsFolder);
  }

  /** @throws Fault MODEL_UNAVAILABLE (503) with the cure. */
  async demand(): Promise<DetectorConnection> {
    const detector = await this.connected();
    if (detector !== undefined) return detector;
    throw new Fault(
      'MODEL_UNAVAILABLE',
      'No detector is connected. The operator connects one with: loupe models connect detector URL',
      { status: 503, details: { capability: 'detect' } },
    );
  }

  /**
   * Returns the objects of the pictures of items, in item pixels and cut at their borders, by item id; of a picture
   * that cannot be read, why.
   * @throws Fault MODEL_UNAVAILABLE (503), MODEL_ANSWER (502), EGRESS_REFUSED, EGRESS_FAILED; the reason of `signal`.
   */
  async find(
    rows: readonly ItemRow[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, readonly FoundObject[] | Fault>> {
    const { url } = await this.demand();
    const results = new Map<number, readonly FoundObject[] | Fault>();
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      signal.throwIfAborted();
      const sent: SentPicture[] = [];
      for (const row of rows.slice(from, from + AT_ONCE)) {
        const picture = await this.#picture(row);
        if (isFault(picture)) results.set(row.id, picture);
        else sent.push({ row, picture });
      }
      if (sent.length === 0) continue;
      const { objects } = await askDetector(
        this.egress,
        url,
        sent.map(each => each.picture.bytes),
        signal,
      );
      for (const [at, { row, picture }] of sent.entries())
        results.set(
          row.id,
          objects[at]!.flatMap(each => inItem(each, row, picture.scale)),
        );
    }
    return results;
  }

  async #picture(row: ItemRow): Promise<ItemJpeg | Fault> {
    try {
      return await this.pictures.jpeg(row, SENT_SIDE);
    } catch (error) {
      if (isFault(error)) return error;
      throw error;
    }
  }
}

/** The object in item pixels, as far as it lies on the picture. */
function inItem(object: FoundObject, row: ItemRow, scale: number): readonly FoundObject[] {
  const within = (value: number, end: number): number => Math.min(Math.max(value * scale, 0), end);
  const [right, bottom] = [row.width ?? 0, row.height ?? 0];
  const [x, y] = [within(object.x, right), within(object.y, bottom)];
  const width = within(object.x + object.width, right) - x;
  const height = within(object.y + object.height, bottom) - y;
  return width > 0 && height > 0 ? [{ ...object, x, y, width, height }] : [];
}
