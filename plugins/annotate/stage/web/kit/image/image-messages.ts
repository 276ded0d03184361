import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { TileKey } from './image-source.ts';

/** From the page to the worker that decodes one picture. */
export type ImageRequest =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'tile'; readonly request: number; readonly key: TileKey };

/** From the worker back. */
export type ImageReply =
  | { readonly kind: 'opened'; readonly size: Size }
  | { readonly kind: 'failed'; readonly request?: number; readonly message: string }
  | { readonly kind: 'tile'; readonly request: number; readonly bitmap: ImageBitmap };
