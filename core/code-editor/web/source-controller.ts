import type * as Monaco from 'monaco-editor/editor';
import * as monaco from 'monaco-editor/editor';
import { ModuleKind, ScriptTarget, typescriptDefaults } from 'monaco-editor/languages/features/typescript/register';
import { codeOptions, showTheme } from './monaco.ts';
import { messages } from './messages.ts';

/**
 * TypeScript's own numbers for resolving as bundlers do, and for taking every file as a module, which the editor's
 * lists of names leave out.
 */
const BUNDLER_RESOLUTION = 100;
const FORCE_MODULES = 3;

/** A source by its name among those of a controller. */
export interface Source {
  readonly name: string;
  readonly text: string;
  readonly language: string;
  /** Address by which TypeScript knows it, beginning with `file:///`. */
  readonly address: string;
}

/** A problem that the editor finds in a source; line and column count from 1. */
export interface SourceProblem {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** The look of a source editor, what its sources may use, and its listeners. */
export interface SourceControllerOptions {
  readonly dark: boolean;
  readonly editor?: Monaco.editor.IStandaloneEditorConstructionOptions;
  /** Beyond strict modules that resolve as bundlers do. */
  readonly compiler: Parameters<typeof typescriptDefaults.setCompilerOptions>[0];
  /** Types that every source finds, by address. */
  readonly libraries: Readonly<Record<string, string>>;
  readonly onChange: (name: string, text: string) => void;
  readonly onProblems: (problems: readonly SourceProblem[]) => void;
  /** The editor lost the keyboard. */
  readonly onLeave?: () => void;
}

/**
 * One code editor for several sources that know one another: the scripts of a form, the files of an app. Their
 * languages must be learned before.
 */
export class SourceController {
  readonly #editor: Monaco.editor.IStandaloneCodeEditor;
  readonly #models = new Map<string, Monaco.editor.ITextModel>();
  readonly #views = new Map<string, Monaco.editor.ICodeEditorViewState | null>();
  readonly #stops: { dispose(): void }[] = [];
  readonly #libraries = new Map<string, readonly { dispose(): void }[]>();
  readonly #options: SourceControllerOptions;
  #shown: string | undefined;
  #quiet = false;

  constructor(element: HTMLElement, options: SourceControllerOptions) {
    this.#options = options;
    typescriptDefaults.setCompilerOptions({
      target: ScriptTarget.ESNext,
      module: ModuleKind.ESNext,
      moduleResolution: BUNDLER_RESOLUTION as never,
      moduleDetection: FORCE_MODULES,
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      allowNonTsExtensions: true,
      types: [],
      skipLibCheck: true,
      ...options.compiler,
    });
    typescriptDefaults.setEagerModelSync(true);
    for (const [address, text] of Object.entries(options.libraries))
      this.#stops.push(typescriptDefaults.addExtraLib(text, address));
    this.#editor = monaco.editor.create(element, {
      ...codeOptions({ readOnly: false, dark: options.dark, name: messages.sourceController.source }),
      model: null,
      tabSize: 2,
      fixedOverflowWidgets: true,
      ...options.editor,
    });
    this.#stops.push(
      this.#editor.onDidBlurEditorText(() => options.onLeave?.()),
      monaco.editor.onDidChangeMarkers(() => this.#reportProblems()),
    );
  }

  /** The sources as they are stored; what is typed here already is the same. */
  setSources(sources: readonly Source[]): void {
    const names = new Set(sources.map(each => each.name));
    let isOther = sources.some(each => !this.#models.has(each.name));
    for (const [name, model] of this.#models) {
      if (names.has(name)) continue;
      model.dispose();
      this.#models.delete(name);
      this.#views.delete(name);
      isOther = true;
    }
    this.#quiet = true;
    for (const source of sources) {
      const known = this.#models.get(source.name);
      if (known === undefined) this.#models.set(source.name, this.#model(source));
      else {
        if (known.getValue() !== source.text) known.setValue(source.text);
        if (known.getLanguageId() !== source.language) monaco.editor.setModelLanguage(known, source.language);
      }
    }
    this.#quiet = false;
    // The compiler checks each source as it is added, before those that it imports are, and does not check it again.
    if (isOther) typescriptDefaults.setDiagnosticsOptions(typescriptDefaults.getDiagnosticsOptions());
  }

  /** Shows one source where it was left, under the name that assistive software says; undefined shows none. */
  show(name: string | undefined, ariaLabel: string, readOnly = false): void {
    const model = name === undefined ? null : (this.#models.get(name) ?? null);
    this.#editor.updateOptions({ readOnly, ariaLabel });
    if (this.#editor.getModel() === model) return;
    if (this.#shown !== undefined) this.#views.set(this.#shown, this.#editor.saveViewState());
    this.#shown = name;
    this.#editor.setModel(model);
    const view = name === undefined ? undefined : this.#views.get(name);
    if (view !== undefined && view !== null) this.#editor.restoreViewState(view);
  }

  /** Goes to a place of the source that is shown; both count from 1. */
  reveal(line: number, column: number): void {
    this.#editor.setPosition({ lineNumber: line, column });
    this.#editor.revealLineInCenter(line);
    this.#editor.focus();
  }

  /** Takes types that every source finds under an address, in place of those it had. */
  setLibrary(address: string, text: string): void {
    this.setLibraries(address, { [address]: text });
  }

  /** Takes a group of types by their addresses, in place of all that the group had. */
  setLibraries(group: string, texts: Readonly<Record<string, string>>): void {
    for (const each of this.#libraries.get(group) ?? []) each.dispose();
    const added = Object.entries(texts).map(([address, text]) => typescriptDefaults.addExtraLib(text, address));
    this.#libraries.set(group, added);
  }

  setDark(dark: boolean): void {
    showTheme(dark);
  }

  dispose(): void {
    this.#editor.dispose();
    for (const model of this.#models.values()) model.dispose();
    for (const stop of [...this.#stops, ...[...this.#libraries.values()].flat()]) stop.dispose();
  }

  #model({ name, text, language, address }: Source): Monaco.editor.ITextModel {
    const uri = monaco.Uri.parse(address);
    monaco.editor.getModel(uri)?.dispose();
    const model = monaco.editor.createModel(text, language, uri);
    model.onDidChangeContent(() => {
      if (!this.#quiet) this.#options.onChange(name, model.getValue());
    });
    return model;
  }

  #reportProblems(): void {
    this.#options.onProblems(
      [...this.#models].flatMap(([name, model]) =>
        monaco.editor
          .getModelMarkers({ resource: model.uri })
          .filter(each => each.severity >= monaco.MarkerSeverity.Warning)
          .map((each): SourceProblem => ({
            name,
            line: each.startLineNumber,
            column: each.startColumn,
            message: each.message,
            severity: each.severity === monaco.MarkerSeverity.Error ? 'error' : 'warning',
          })),
      ),
    );
  }
}
