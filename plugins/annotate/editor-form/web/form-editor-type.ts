import type { EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import { FormEditor } from './form-editor.ts';
import type { FormEditorContext } from './form-editor.ts';

/** The editor for Multimodal projects (project type 8). */
export const formEditorType = (context: FormEditorContext): EditorType => ({
  projectType: 'multimodal',
  // Classes are made by the form, and its own order leads through it.
  withoutPanels: ['editor.classes', 'steps.guide'],
  open: (session, element) => new FormEditor(session, element, context),
});
