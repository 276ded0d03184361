import type { StageKey } from '#plugins/annotate/editor/web/kit/index.ts';
import type { VectorCommands } from './vector-commands.ts';
import type { PolygonMode, VectorSettings } from './vector-settings.ts';

/** Part of the editor that keys need. */
export interface KeyedEditor {
  readonly hasSelection: boolean;
  readonly activeTool: string;
  /** A class chosen now is for the next shape, not for the selection. */
  readonly drawing: boolean;
  readonly settings: VectorSettings;
  setTool(id: string): void;
  setPolygonMode(mode: PolygonMode): void;
  repeatTool(): void;
  undo(): void;
  redo(): void;
  /** The key that hides went down: a tap hides, holding it looks below. */
  pressHide(): void;
  /** Shows what can be done with the selection. */
  openMenu(): void;
  toggleLabels(): void;
  fit(): void;
  zoomTo(factor: number): void;
}

/** Section of a command in the menu of the stage: `order` and `align` are rows of icons. */
export type MenuSection = 'shape' | 'selection' | 'edit' | 'order' | 'align';

/** One key command: its chords, when it applies and what it does. */
export interface VectorKey extends StageKey {
  /** Line of the help sheet that several keys share; the title when absent. */
  readonly line?: string;
  /** Absent: always. */
  readonly when?: (editor: KeyedEditor) => boolean;
  /** In the menu of the stage, with this icon, and a shorter title than elsewhere. */
  readonly menu?: { readonly section: MenuSection; readonly icon: string; readonly title?: string };
  readonly run: (editor: KeyedEditor, commands: VectorCommands) => void;
}
