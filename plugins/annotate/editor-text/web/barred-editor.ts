import type { TextController } from './text-controller.ts';

/** What the strip shows and changes of an editor. */
export interface BarredEditor {
  /** Undefined until the text is there. */
  readonly controller: TextController | undefined;
  readonly activeTool: string;
  onToolChange(listener: () => void): () => void;
}
