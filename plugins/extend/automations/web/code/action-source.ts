import sdk from '/sdk/automation/index.ts?raw';
import type { SourceProblem } from '#core/code-editor/web/index.ts';
import { learnLanguage, SourceController } from '#core/code-editor/web/index.ts';
import type { Interpreter } from '../../common/custom-action.ts';
import { messages } from '../messages.ts';

/** Name of the file of an action, by its language. */
const names: Readonly<Record<Interpreter, string>> = { typescript: 'main.ts', python: 'main.py' };

/** Globals of the sandbox beside the language. */
const GLOBALS = `interface Console { log(...words: readonly unknown[]): void; info(...words: readonly unknown[]): void; warn(...words: readonly unknown[]): void; error(...words: readonly unknown[]): void; debug(...words: readonly unknown[]): void }
declare const console: Console;
`;

interface SourceOptions {
  readonly dark: boolean;
  readonly onChange: (text: string) => void;
  readonly onProblems: (problems: readonly SourceProblem[]) => void;
}

/** An open code editor. */
export interface OpenSource {
  readonly controller: SourceController;
  setText(text: string, interpreter: Interpreter, readOnly: boolean): void;
}

/** The code editor of an action: it knows the SDK and what the sandbox offers. */
export async function openActionSource(
  element: HTMLElement,
  { dark, onChange, onProblems }: SourceOptions,
): Promise<OpenSource> {
  await Promise.all([learnLanguage('typescript'), learnLanguage('python')]);
  const controller = new SourceController(element, {
    dark,
    compiler: { lib: ['esnext'] },
    libraries: { 'file:///node_modules/@loupe/sdk/automation/index.ts': sdk, 'file:///action/globals.d.ts': GLOBALS },
    onChange: (_, text) => onChange(text),
    onProblems,
  });
  return {
    controller,
    setText(text, interpreter, readOnly) {
      const name = names[interpreter];
      controller.setSources([{ name, text, language: interpreter, address: `file:///action/${name}` }]);
      controller.show(name, messages.actionSource.codeOfTheAction, readOnly);
    },
  };
}
