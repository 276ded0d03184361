import * as monaco from 'monaco-editor/editor';
import { codeOptions, learnLanguage } from '#plugins/code/web/kit/monaco.ts';

/** Shows how a file differs, side by side. Returns the way to take it away. */
export async function openDifference(element: HTMLElement, { path, before, after, dark }: { readonly path: string; readonly before: string; readonly after: string; readonly dark: boolean }): Promise<() => void> {
  const language = /\.[jt]sx?$/.test(path) ? 'typescript' : 'plaintext';
  await learnLanguage(language);
  const editor = monaco.editor.createDiffEditor(element, { ...codeOptions({ readOnly: true, dark, name: `Changes of ${path}` }), originalEditable: false, renderSideBySide: true, originalAriaLabel: `${path} in the version`, modifiedAriaLabel: `${path} in the draft` });
  // They stand outside of the folder of the app, so that nobody looks for errors in what was.
  const [original, modified] = [monaco.editor.createModel(before, language), monaco.editor.createModel(after, language)];
  editor.setModel({ original, modified });
  return () => {
    editor.dispose();
    original.dispose();
    modified.dispose();
  };
}
