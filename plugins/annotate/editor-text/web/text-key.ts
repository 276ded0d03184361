import type { BoundKey } from '#core/shortcuts/web/index.ts';
import type { TextSearch } from './find/text-search.ts';
import type { TextSuggestions } from './suggest/text-suggestions.ts';
import type { TextCommands } from './text-commands.ts';
import type { TextContext } from './text-context.ts';

/** The editor as keys reach it. */
export interface KeyedTextEditor {
  readonly context: TextContext;
  readonly search: TextSearch;
  readonly suggestions: TextSuggestions;
  readonly activeTool: string;
  setTool(id: string): void;
  /** Looks for the terms of the project's dictionary. */
  applyDictionary(): void;
  /** Puts the keyboard into the choice of tags. */
  chooseTags(): void;
}

/** One key command: its chords, when it applies and what it does. */
export interface TextKey extends BoundKey {
  /** Line of the help sheet that several keys share; the title when absent. */
  readonly line?: string;
  /** Changes the document, so it is refused when that is read-only. */
  readonly changes?: boolean;
  /** Absent: always. */
  readonly when?: (editor: KeyedTextEditor) => boolean;
  readonly run: (editor: KeyedTextEditor, commands: TextCommands) => void;
}
