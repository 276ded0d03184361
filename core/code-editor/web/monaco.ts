import type * as Monaco from 'monaco-editor/editor';
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';

export type CodeEditor = Monaco.editor.IStandaloneCodeEditor;

type Registered = () => Promise<unknown>;

/** Languages whose words are coloured; others are plain text. */
const languages: Readonly<Record<string, Registered>> = {
  python: () => import('monaco-editor/languages/definitions/python/register'),
  javascript: () => import('monaco-editor/languages/definitions/javascript/register'),
  typescript: () => import('monaco-editor/languages/definitions/typescript/register'),
  html: () => import('monaco-editor/languages/definitions/html/register'),
  css: () => import('monaco-editor/languages/definitions/css/register'),
  json: () => import('monaco-editor/languages/features/json/register'),
  sql: () => import('monaco-editor/languages/definitions/sql/register'),
  markdown: () => import('monaco-editor/languages/definitions/markdown/register'),
};

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker(id: string, label: string): Worker };
  }
}

// The very files that Monaco names itself: each is built once.
const workers: Readonly<Record<string, () => Worker>> = {
  json: () =>
    new Worker(new URL('monaco-editor/languages/features/json/json.worker', import.meta.url), { type: 'module' }),
  typescript: () =>
    new Worker(new URL('monaco-editor/languages/features/typescript/ts.worker', import.meta.url), { type: 'module' }),
};

const DARK = 'loupe-dark';
// The ground is `--loupe-surface` of the dark theme. Monaco's own comments and line numbers are too faint for AA.
monaco.editor.defineTheme(DARK, {
  base: 'vs-dark',
  inherit: true,
  rules: [{ token: 'comment', foreground: '7fb069' }],
  colors: {
    'editor.background': '#1c2128',
    'editorLineNumber.foreground': '#9aa4b0',
    'editorLineNumber.activeForeground': '#e4e7eb',
  },
});
const themeOf = (dark: boolean): string => (dark ? DARK : 'vs');

/** Options and workers that all editors of source text share. */
export function codeOptions(options: {
  readonly readOnly: boolean;
  readonly dark: boolean;
  readonly name: string;
}): Monaco.editor.IStandaloneEditorConstructionOptions {
  window.MonacoEnvironment ??= {
    getWorker: (_, label) =>
      workers[label]?.() ??
      new Worker(new URL('monaco-editor/editor/editor.worker', import.meta.url), { type: 'module' }),
  };
  return {
    readOnly: options.readOnly,
    theme: themeOf(options.dark),
    ariaLabel: options.name,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderFinalNewline: 'on',
    automaticLayout: true,
    fontSize: 13,
    lineNumbersMinChars: 3,
    scrollbar: { alwaysConsumeMouseWheel: false },
    editContext: false,
    // Faded names have too little contrast.
    showUnused: false,
  };
}

/** Makes the words of a language known. */
export const learnLanguage = async (language: string): Promise<void> => void (await languages[language]?.());

/** An editor of source text in an element. Tab leaves it, as it leaves every field of a form. */
export async function openCode(
  element: HTMLElement,
  options: {
    readonly text: string;
    readonly language: string;
    readonly readOnly: boolean;
    readonly dark: boolean;
    readonly name: string;
  },
): Promise<CodeEditor> {
  await learnLanguage(options.language);
  return monaco.editor.create(element, {
    ...codeOptions(options),
    value: options.text,
    language: options.language in languages ? options.language : 'plaintext',
    tabFocusMode: true,
  });
}

export const showTheme = (dark: boolean): void => monaco.editor.setTheme(themeOf(dark));
