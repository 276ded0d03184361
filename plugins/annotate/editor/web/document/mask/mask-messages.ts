import type { SettledMask } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { DecodedMask } from './png-mask.ts';

/** From the page to the worker of masks. */
export type MaskRequest =
  | { readonly kind: 'decode'; readonly request: number; readonly url: string }
  | ({ readonly kind: 'encode'; readonly request: number } & SettledMask);

/** From the worker back. */
export type MaskReply =
  | { readonly kind: 'decoded'; readonly request: number; readonly mask: DecodedMask }
  | { readonly kind: 'encoded'; readonly request: number; readonly png: Blob }
  | { readonly kind: 'failed'; readonly request: number; readonly message: string };
