import type { Steps } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { georeferenceOf } from '#plugins/annotate/tiles/common/index.ts';
import { storingShapes } from '#plugins/annotate/editor-vector/common/index.ts';

/** Facts about the image of an item: its size, and how it is cut. */
export interface KnownImage {
  readonly width: number;
  readonly height: number;
  readonly tiling: {
    readonly tileSize: number;
    readonly overlap: number;
    readonly levels: number;
    readonly format: string;
    readonly scheme: string;
  };
  readonly georeference?: Georeference;
}

/**
 * Brings a checked tiled document into the form in which it is stored: shapes as those of vector documents, the facts of a cut image in the
 * metadata. A georeference of the document's own stays.
 */
export function* storingTiled(document: JsonRecord, image: KnownImage | undefined): Steps<JsonRecord> {
  const shapes = yield* storingShapes(document);
  if (image === undefined || !isRecord(shapes['metadata'])) return shapes;
  const own = georeferenceOf(shapes['metadata']);
  return {
    ...shapes,
    metadata: { ...shapes['metadata'], ...image, ...(own === undefined ? {} : { georeference: own }) },
  };
}
