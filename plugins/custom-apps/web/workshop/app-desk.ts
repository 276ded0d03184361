import type * as Monaco from 'monaco-editor/editor';
import * as monaco from 'monaco-editor/editor';
import { JsxEmit, ModuleKind, ScriptTarget, typescriptDefaults } from 'monaco-editor/languages/features/typescript/register';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import { codeOptions, learnLanguage } from '#plugins/code/web/kit/monaco.ts';
import type { AppFiles } from '../../common/app.ts';
import { appTypes } from '../host/app-bundle.ts';

/** TypeScript's own number for resolving as bundlers do, which the editor's list of names leaves out. */
const BUNDLER_RESOLUTION = 100;
const FORCE_MODULES = 3;
const HOME = 'file:///app/';
const languages: Readonly<Record<string, string>> = { ts: 'typescript', tsx: 'typescript', js: 'javascript', jsx: 'javascript', json: 'json', css: 'css', html: 'html', md: 'markdown' };

interface DeskOptions {
  readonly dark: boolean;
  readonly onChange: (path: string, text: string) => void;
  readonly onProblems: (problems: readonly BundleProblem[]) => void;
}

const languageOf = (path: string): string => languages[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'plaintext';

/** The code editor with all files of an app: they know one another, the SDK and React. */
export class AppDesk {
  readonly #editor: Monaco.editor.IStandaloneCodeEditor;
  readonly #models = new Map<string, Monaco.editor.ITextModel>();
  readonly #views = new Map<string, Monaco.editor.ICodeEditorViewState | null>();
  readonly #stops: { dispose(): void }[] = [];
  readonly #options: DeskOptions;
  #shown: string | undefined;
  #quiet = false;

  private constructor(element: HTMLElement, types: Readonly<Record<string, string>>, options: DeskOptions) {
    this.#options = options;
    typescriptDefaults.setCompilerOptions({
      target: ScriptTarget.ESNext, module: ModuleKind.ESNext, moduleResolution: BUNDLER_RESOLUTION as never, moduleDetection: FORCE_MODULES, lib: ['esnext', 'dom', 'dom.iterable'], strict: true, noEmit: true,
      jsx: JsxEmit.ReactJSX, allowJs: true, allowImportingTsExtensions: true, allowNonTsExtensions: true, types: [], skipLibCheck: true,
    });
    typescriptDefaults.setEagerModelSync(true);
    for (const [path, text] of Object.entries(types)) this.#stops.push(typescriptDefaults.addExtraLib(text, path));
    this.#editor = monaco.editor.create(element, { ...codeOptions({ readOnly: false, dark: options.dark, name: 'Source of the app' }), model: null, tabSize: 2, fixedOverflowWidgets: true });
    this.#stops.push(monaco.editor.onDidChangeMarkers(() => this.#tellProblems()));
  }

  static async open(element: HTMLElement, options: DeskOptions): Promise<AppDesk> {
    const [types] = await Promise.all([appTypes(), ...['typescript', 'json', 'css', 'html', 'markdown'].map(learnLanguage)]);
    return new AppDesk(element, types, options);
  }

  /** The files as the draft has them; what is typed here already is the same. */
  setFiles(files: AppFiles): void {
    for (const [path, model] of this.#models) {
      if (Object.hasOwn(files, path)) continue;
      model.dispose();
      this.#models.delete(path);
      this.#views.delete(path);
    }
    this.#quiet = true;
    for (const [path, text] of Object.entries(files)) {
      const known = this.#models.get(path);
      if (known === undefined) this.#models.set(path, this.#model(path, text));
      else if (known.getValue() !== text) known.setValue(text);
    }
    this.#quiet = false;
  }

  /** Shows one file where it was left; undefined shows none. */
  show(path: string | undefined): void {
    const model = path === undefined ? null : this.#models.get(path) ?? null;
    if (this.#editor.getModel() === model) return;
    if (this.#shown !== undefined) this.#views.set(this.#shown, this.#editor.saveViewState());
    this.#shown = path;
    this.#editor.setModel(model);
    this.#editor.updateOptions({ ariaLabel: path === undefined ? 'Source of the app' : `Source of ${path}` });
    const view = path === undefined ? undefined : this.#views.get(path);
    if (view !== undefined && view !== null) this.#editor.restoreViewState(view);
  }

  /** Goes to a place of the file that is shown; both count from 1. */
  reveal(line: number, column: number): void {
    this.#editor.setPosition({ lineNumber: line, column });
    this.#editor.revealLineInCenter(line);
    this.#editor.focus();
  }

  setDark(dark: boolean): void {
    monaco.editor.setTheme(dark ? 'vs-dark' : 'vs');
  }

  dispose(): void {
    this.#editor.dispose();
    for (const model of this.#models.values()) model.dispose();
    for (const stop of this.#stops) stop.dispose();
  }

  #model(path: string, text: string): Monaco.editor.ITextModel {
    const uri = monaco.Uri.parse(HOME + path.split('/').map(encodeURIComponent).join('/'));
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(text, languageOf(path), uri);
    model.onDidChangeContent(() => {
      if (!this.#quiet) this.#options.onChange(path, model.getValue());
    });
    return model;
  }

  #tellProblems(): void {
    this.#options.onProblems([...this.#models].flatMap(([file, model]) => monaco.editor.getModelMarkers({ resource: model.uri })
      .filter(each => each.severity >= monaco.MarkerSeverity.Warning)
      .map(each => ({ file, line: each.startLineNumber, column: each.startColumn, message: each.message, severity: each.severity === monaco.MarkerSeverity.Error ? 'error' as const : 'warning' as const }))));
  }
}
