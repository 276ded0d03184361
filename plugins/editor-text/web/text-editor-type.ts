import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { EditorType } from '#plugins/editor/web/kit/editor-type.ts';
import { TextEditor } from './text-editor.ts';
import { TextSettings } from './text-settings.ts';

/** The editor for text projects (project type 4). */
export const textEditorType = (keys: KeyMap): EditorType => ({
  projectType: 'text',
  open: (session, element) => new TextEditor(session, element, { keys, settings: new TextSettings() }),
});
