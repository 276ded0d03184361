import type { EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import type { TextEditorHost } from './text-editor.ts';
import { TextEditor } from './text-editor.ts';
import { projectTextView, TextSettings } from './text-settings.ts';

/** The editor for text projects (project type 4). */
export const textEditorType = (host: Omit<TextEditorHost, 'settings'>): EditorType => ({
  projectType: 'text',
  open: (session, element) =>
    new TextEditor(session, element, { ...host, settings: new TextSettings(projectTextView(session.particulars)) }),
});
