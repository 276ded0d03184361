import type { TextController } from './text-controller.ts';

/** Part of an editor that the strip shows and changes. */
export interface BarredEditor {
  /** Undefined until the text is there. */
  readonly controller: TextController | undefined;
  readonly activeTool: string;
  onToolChange(listener: () => void): () => void;
}
