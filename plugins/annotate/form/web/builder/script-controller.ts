import { typescriptDefaults } from 'monaco-editor/languages/features/typescript/register';
import { learnLanguage } from '#core/code-editor/web/index.ts';
import { SourceController } from '#core/code-editor/web/index.ts';
import type { FormScript } from '../../common/form-document.ts';
import { isPython } from '../../common/form-scripts.ts';
import { fileOf, sdkFiles } from '../kit/script-bundle.ts';
import { messages } from '../messages.ts';
import type { ScriptProblem } from './script-problems.ts';

const SDK = 'file:///node_modules/@loupe/sdk/form';

/** Globals of a script beside the SDK: it has no document and no network. */
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

const libraries: Readonly<Record<string, string>> = {
  'file:///globals.d.ts': globals,
  ...Object.fromEntries(
    Object.entries(sdkFiles)
      .filter(([path]) => path !== 'form/form-values.ts')
      .map(([path, text]) => [`${SDK}/${path}`, text]),
  ),
};

interface ControllerOptions {
  readonly dark: boolean;
  readonly onChange: (name: string, source: string) => void;
  readonly onProblems: (problems: readonly ScriptProblem[]) => void;
  readonly onLeave: () => void;
}

/** The code editor with all scripts of a form: they know one another, the SDK, and the fields of the form. */
export class ScriptController {
  readonly #controller: SourceController;

  private constructor(element: HTMLElement, { onProblems, ...options }: ControllerOptions) {
    this.#controller = new SourceController(element, {
      ...options,
      compiler: { lib: ['esnext'] },
      libraries,
      onProblems: problems => onProblems(problems.map(({ name, ...rest }) => ({ script: name, ...rest }))),
    });
  }

  static async open(element: HTMLElement, options: ControllerOptions): Promise<ScriptController> {
    await Promise.all([learnLanguage('typescript'), learnLanguage('python')]);
    return new ScriptController(element, options);
  }

  /** The fields of the form, as types. */
  setTypes(types: string): void {
    typescriptDefaults.addExtraLib(types, `${SDK}/form/form-values.ts`);
  }

  /** The scripts as the form has them; what is typed here already is the same. */
  setScripts(scripts: readonly FormScript[]): void {
    this.#controller.setSources(
      scripts.map(([name, text]) => ({
        name,
        text,
        language: isPython(text) ? 'python' : 'typescript',
        address: `file:///${encodeURIComponent(fileOf(name))}`,
      })),
    );
  }

  /** Shows one script; Python can be read only. */
  show(name: string, readOnly: boolean): void {
    this.#controller.show(name, messages.scriptController.sourceOfName(name), readOnly);
  }

  /** Goes to a place of the script that is shown; both count from 1. */
  reveal(line: number, column: number): void {
    this.#controller.reveal(line, column);
  }

  setDark(dark: boolean): void {
    this.#controller.setDark(dark);
  }

  dispose(): void {
    this.#controller.dispose();
  }
}
