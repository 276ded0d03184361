import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorDocument } from './document/editor-document.ts';
import type { EditorType } from './kit/editor-type.ts';

/** The state of the editor: the open item, or why there is none. */
export type ControllerState =
  | { readonly phase: 'empty' }
  | { readonly phase: 'loading'; readonly itemId: number }
  | {
      readonly phase: 'ready';
      readonly itemId: number;
      readonly opened: OpenedItem;
      readonly document: EditorDocument;
      readonly type: EditorType | undefined;
    }
  | { readonly phase: 'failed'; readonly itemId: number; readonly error: unknown };
