import type { EditorItem } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ContentKind } from '#plugins/workspace/items/common/index.ts';
import type { ContentFacts } from '../../common/content-facts.ts';

/** Actions of the keyboard on a preview; what a kind of file does not have is absent. */
export interface PreviewControls {
  readonly play?: () => void;
  /** Seconds on, or back below zero. */
  readonly seek?: (seconds: number) => void;
  readonly speed?: (faster: boolean) => void;
  /** Pages or frames on; infinite for the first and the last. */
  readonly page?: (step: number) => void;
  readonly zoom?: (to: 'in' | 'out' | 'fit' | 'whole') => void;
}

/** The editor as its preview sees it. */
export interface PreviewedEditor {
  readonly item: EditorItem;
  readonly kind: ContentKind;
  /** Set where the item is drawn on a stage, which needs no other preview. */
  readonly stage?: unknown;
  /** Adds the actions of the keyboard on the preview; nothing when it goes. Returns the way to take that back. */
  control(controls: PreviewControls): () => void;
  /** Takes facts about the file; kept in the document. */
  learned(facts: ContentFacts): void;
  /** The page or frame on the screen, from 1. */
  shows(page: number | undefined): void;
}
