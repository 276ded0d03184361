import { TransferReport } from '../common/transfer-report.ts';
import { imageWindows } from '../common/windows/image-windows.ts';
import { stemOf } from '../common/exchange/image-path.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';

/** A rectangle in pixels of an image. */
export interface PixelArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides items into the windows of their images, each an item of its own. What that loses is counted in the report,
 * from the start in each walk.
 */
export class WindowedItems {
  report = new TransferReport();
  readonly #places = new WeakMap<ItemRow, { readonly of: ItemRow; readonly area: PixelArea }>();

  constructor(private readonly size: number) {}

  async *of(items: AsyncIterable<ExportedItem>): AsyncGenerator<ExportedItem> {
    this.report = new TransferReport();
    for await (const item of items) {
      const { width, height } = item.row;
      if (width === null || height === null) {
        this.report.add('image', {
          one: 'was left out, since its size is not known',
          many: 'were left out, since their sizes are not known',
        });
        continue;
      }
      let windows = 0;
      for (const { document, ...area } of imageWindows(item.document, { width, height }, this.size, this.report)) {
        const row = {
          ...item.row,
          name: `${stemOf(item.row.name)}_${area.x}_${area.y}.jpg`,
          width: area.width,
          height: area.height,
        };
        this.#places.set(row, { of: item.row, area });
        windows += 1;
        yield { ...item, row, document };
      }
      if (windows === 0)
        this.report.add('image', {
          one: 'was left out, since it has no shapes',
          many: 'were left out, since they have no shapes',
        });
    }
  }

  /** The item and the part of its image that a window shows. */
  placeOf(row: ItemRow): { readonly of: ItemRow; readonly area: PixelArea } | undefined {
    return this.#places.get(row);
  }
}

/** The source of an export whose items are windows; `cut` gives the picture of one, undefined where there is none. */
export function windowedSource(
  source: ExportSource,
  windows: WindowedItems,
  cut: (row: ItemRow, area: PixelArea) => Promise<Uint8Array | undefined>,
): ExportSource {
  return {
    ...source,
    items: again => windows.of(source.items(again)),
    lost: () => windows.report.lines(),
    async original(row) {
      const place = windows.placeOf(row);
      const picture = place === undefined ? undefined : await cut(place.of, place.area);
      // An async iterable of one part.
      return picture === undefined
        ? undefined
        : (async function* () {
            yield await Promise.resolve(picture);
          })();
    },
  };
}
