import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { EditorHooks, EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import { PixelEditor } from './pixel-editor.ts';

/** The editor for pixel projects (project type 2). */
export const pixelEditorType = (hooks: EditorHooks, keys: KeyMap): EditorType => ({
  projectType: 'pixel',
  open: (session, element) =>
    new PixelEditor(session, element, { keys, assistants: hooks.assisting.call([], session) }),
});
