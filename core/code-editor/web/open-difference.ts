import * as monaco from 'monaco-editor/editor';
import { codeOptions, learnLanguage } from './monaco.ts';

/** Two texts and what assistive software calls them. */
export interface ShownDifference {
  readonly language: string;
  readonly before: string;
  readonly after: string;
  readonly dark: boolean;
  readonly name: string;
  readonly beforeName: string;
  readonly afterName: string;
}

/** Shows how a text differs, side by side. Returns the way to take it away. */
export async function openDifference(
  element: HTMLElement,
  { language, before, after, dark, name, beforeName, afterName }: ShownDifference,
): Promise<() => void> {
  await learnLanguage(language);
  // Its menu between the sides throws on a change after the editor was removed (microsoft/monaco-editor#4581), and has
  // nothing to offer where nothing is edited.
  const editor = monaco.editor.createDiffEditor(element, {
    ...codeOptions({ readOnly: true, dark, name }),
    originalEditable: false,
    renderSideBySide: true,
    renderGutterMenu: false,
  });
  // They have no address of a source, so that nobody looks for errors in what was.
  const [original, modified] = [
    monaco.editor.createModel(before, language),
    monaco.editor.createModel(after, language),
  ];
  editor.setModel({ original, modified });
  // The diff editor forgets the names of its sides whenever one of its options changes.
  const stops = (
    [
      [editor.getOriginalEditor(), beforeName],
      [editor.getModifiedEditor(), afterName],
    ] as const
  ).map(([side, ariaLabel]) => {
    const label = (): void => {
      if (side.getRawOptions().ariaLabel !== ariaLabel) side.updateOptions({ ariaLabel });
    };
    label();
    return side.onDidChangeConfiguration(label);
  });
  return () => {
    for (const stop of stops) stop.dispose();
    editor.dispose();
    original.dispose();
    modified.dispose();
  };
}
