import type * as Monaco from 'monaco-editor/editor';
import * as monaco from 'monaco-editor/editor';
import { ModuleKind, ScriptTarget, typescriptDefaults } from 'monaco-editor/languages/features/typescript/register';
import type { FormScript } from '../../common/form-document.ts';
import { isPython } from '../../common/form-scripts.ts';
import { codeOptions, learnLanguage } from '#plugins/code/web/kit/monaco.ts';
import { fileOf, sdkFiles } from '../kit/script-bundle.ts';
import type { ScriptProblem } from './script-problems.ts';

/** TypeScript's own number for resolving as bundlers do, which the editor's list of names leaves out. */
const BUNDLER_RESOLUTION = 100;
const FORCE_MODULES = 3;
const SDK = 'file:///node_modules/@loupe/sdk/form';

/** What a script finds beside the SDK: it has no document and no network. */
const globals = `declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;
declare function setTimeout(run: () => void, milliseconds?: number): number;
declare function clearTimeout(timer: number | undefined): void;
declare function setInterval(run: () => void, milliseconds?: number): number;
declare function clearInterval(timer: number | undefined): void;
declare function queueMicrotask(run: () => void): void;
declare function structuredClone<Value>(value: Value): Value;
declare function atob(text: string): string;
declare function btoa(text: string): string;
`;

interface DeskOptions {
  readonly dark: boolean;
  readonly onChange: (name: string, source: string) => void;
  readonly onProblems: (problems: readonly ScriptProblem[]) => void;
  readonly onLeave: () => void;
}

/** The code editor with all scripts of a form: they know one another, the SDK, and the fields of the form. */
export class ScriptDesk {
  readonly #editor: Monaco.editor.IStandaloneCodeEditor;
  readonly #models = new Map<string, Monaco.editor.ITextModel>();
  readonly #stops: { dispose(): void }[] = [];
  readonly #options: DeskOptions;
  #quiet = false;

  private constructor(element: HTMLElement, options: DeskOptions) {
    this.#options = options;
    typescriptDefaults.setCompilerOptions({
      target: ScriptTarget.ESNext, module: ModuleKind.ESNext, moduleResolution: BUNDLER_RESOLUTION as never, moduleDetection: FORCE_MODULES, lib: ['esnext'], strict: true, noEmit: true,
      allowImportingTsExtensions: true, allowNonTsExtensions: true, types: [], skipLibCheck: true,
    });
    typescriptDefaults.setEagerModelSync(true);
    this.#stops.push(typescriptDefaults.addExtraLib(globals, 'file:///globals.d.ts'));
    for (const [path, text] of Object.entries(sdkFiles)) if (path !== 'form/form-values.ts') this.#stops.push(typescriptDefaults.addExtraLib(text, `${SDK}/${path}`));
    this.#editor = monaco.editor.create(element, { ...codeOptions({ readOnly: false, dark: options.dark, name: 'Source of the script' }), model: null, tabSize: 2, fixedOverflowWidgets: true, showUnused: false });
    this.#stops.push(this.#editor.onDidBlurEditorText(() => options.onLeave()));
    this.#stops.push(monaco.editor.onDidChangeMarkers(() => this.#tellProblems()));
  }

  static async open(element: HTMLElement, options: DeskOptions): Promise<ScriptDesk> {
    await Promise.all([learnLanguage('typescript'), learnLanguage('python')]);
    return new ScriptDesk(element, options);
  }

  /** The fields of the form, as types. */
  setTypes(types: string): void {
    typescriptDefaults.addExtraLib(types, `${SDK}/form/form-values.ts`);
  }

  /** The scripts as the form has them; what is typed here already is the same. */
  setScripts(scripts: readonly FormScript[]): void {
    const names = new Set(scripts.map(([name]) => name));
    for (const [name, model] of this.#models) {
      if (names.has(name)) continue;
      model.dispose();
      this.#models.delete(name);
    }
    this.#quiet = true;
    for (const [name, source] of scripts) {
      const language = isPython(source) ? 'python' : 'typescript';
      const known = this.#models.get(name);
      if (known === undefined) this.#models.set(name, this.#model(name, source, language));
      else {
        if (known.getValue() !== source) known.setValue(source);
        if (known.getLanguageId() !== language) monaco.editor.setModelLanguage(known, language);
      }
    }
    this.#quiet = false;
  }

  /** Shows one script; Python can be read only. */
  show(name: string, readOnly: boolean): void {
    const model = this.#models.get(name) ?? null;
    if (this.#editor.getModel() !== model) this.#editor.setModel(model);
    this.#editor.updateOptions({ readOnly, ariaLabel: `Source of ${name}` });
  }

  /** Goes to a place of the script that is shown; both count from 1. */
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

  #model(name: string, source: string, language: string): Monaco.editor.ITextModel {
    const uri = monaco.Uri.parse(`file:///${encodeURIComponent(fileOf(name))}`);
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(source, language, uri);
    model.onDidChangeContent(() => {
      if (!this.#quiet) this.#options.onChange(name, model.getValue());
    });
    return model;
  }

  #tellProblems(): void {
    this.#options.onProblems([...this.#models].flatMap(([name, model]) => monaco.editor.getModelMarkers({ resource: model.uri })
      .filter(each => each.severity >= monaco.MarkerSeverity.Warning)
      .map((each): ScriptProblem => ({ script: name, line: each.startLineNumber, column: each.startColumn, message: each.message, severity: each.severity === monaco.MarkerSeverity.Error ? 'error' : 'warning' }))));
  }
}
