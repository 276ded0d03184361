import type { EditorType } from '#plugins/editor/web/kit/editor-type.ts';
import { VectorEditor } from './vector-editor.ts';

/** The editor for vector projects (project type 1). */
export const vectorEditorType: EditorType = {
  projectType: 'vector',
  open: (session, element) => new VectorEditor(session, element),
};
