import * as monaco from 'monaco-editor/editor';
import { codeOptions, learnLanguage } from '#core/code-editor/web/index.ts';
import { messages } from '../messages.ts';

/** Shows how a file differs, side by side. Returns the way to take it away. */
export async function openDifference(
  element: HTMLElement,
  {
    path,
    before,
    after,
    dark,
  }: { readonly path: string; readonly before: string; readonly after: string; readonly dark: boolean },
): Promise<() => void> {
  const language = /\.[jt]sx?$/.test(path) ? 'typescript' : 'plaintext';
  await learnLanguage(language);
  // Its menu between the sides throws when it is told of a change after the editor went (microsoft/monaco-editor#4581), and has nothing to offer where nothing is edited.
  const editor = monaco.editor.createDiffEditor(element, {
    ...codeOptions({ readOnly: true, dark, name: messages.openDifference.changesOfPath(path) }),
    originalEditable: false,
    renderSideBySide: true,
    renderGutterMenu: false,
  });
  // They stand outside of the folder of the app, so that nobody looks for errors in what was.
  const [original, modified] = [
    monaco.editor.createModel(before, language),
    monaco.editor.createModel(after, language),
  ];
  editor.setModel({ original, modified });
  // The diff editor forgets the names of its sides whenever one of its options changes.
  const stops = (
    [
      [editor.getOriginalEditor(), `${path} in the version`],
      [editor.getModifiedEditor(), `${path} in the draft`],
    ] as const
  ).map(([side, ariaLabel]) => {
    const name = (): void => {
      if (side.getRawOptions().ariaLabel !== ariaLabel) side.updateOptions({ ariaLabel });
    };
    name();
    return side.onDidChangeConfiguration(name);
  });
  return () => {
    for (const stop of stops) stop.dispose();
    editor.dispose();
    original.dispose();
    modified.dispose();
  };
}
