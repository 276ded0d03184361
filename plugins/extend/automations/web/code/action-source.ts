import sdk from '/sdk/automation/index.ts?raw';
import type { SourceProblem } from '#core/code-editor/web/index.ts';
import { learnLanguage, SourceController } from '#core/code-editor/web/index.ts';
import type { TypeFile } from '../../common/actions-api.ts';
import { messages } from '../messages.ts';
import type { ActionFile } from './action-files.ts';
import { languageOf } from './action-files.ts';
import { packageTypes } from './package-types.ts';

/** Globals of the sandbox beside the language. */
const GLOBALS = `interface Console { log(...words: readonly unknown[]): void; info(...words: readonly unknown[]): void; warn(...words: readonly unknown[]): void; error(...words: readonly unknown[]): void; debug(...words: readonly unknown[]): void }
declare const console: Console;
declare module '*.json' { const value: any; export default value; }
`;

interface SourceOptions {
  readonly dark: boolean;
  readonly onChange: (name: string, text: string) => void;
  readonly onProblems: (problems: readonly SourceProblem[]) => void;
}

/** Types of packages of the registry. */
export interface PackageTypes {
  /** By their paths below the code. */
  readonly files: readonly TypeFile[];
  /** Names of the packages that have some. */
  readonly typed: readonly string[];
}

/** An open code editor. */
export interface OpenSource {
  readonly controller: SourceController;
  /** Takes the files as they are stored, the main one first, and shows one of them. */
  setFiles(files: readonly ActionFile[], shown: string, readOnly: boolean): void;
  /** Takes the packages that can be imported beside those of the product, with the types that some of them have. */
  setPackages(packages: readonly string[], types: PackageTypes): void;
}

/** The code editor of an action: it knows the SDK and what the sandbox offers. */
export async function openActionSource(
  element: HTMLElement,
  { dark, onChange, onProblems }: SourceOptions,
): Promise<OpenSource> {
  await Promise.all(['typescript', 'python', 'json'].map(learnLanguage));
  const controller = new SourceController(element, {
    dark,
    compiler: { lib: ['esnext'] },
    libraries: {
      ...packageTypes,
      'file:///node_modules/@loupe/sdk/automation/index.ts': sdk,
      'file:///action/globals.d.ts': GLOBALS,
    },
    onChange,
    onProblems,
  });
  return {
    controller,
    setPackages: (packages, { files, typed }) =>
      controller.setLibraries('packages', {
        'file:///action/packages.d.ts': modulesOf(packages.map(nameOf).filter(each => !isTyped(each, typed))),
        ...Object.fromEntries(files.map(each => [`file:///${each.path}`, each.text])),
      }),
    setFiles(files, shown, readOnly) {
      controller.setSources(
        files.map(each => ({ ...each, language: languageOf(each.name), address: `file:///action/${each.name}` })),
      );
      const label =
        shown === files[0]?.name ? messages.actionSource.codeOfTheAction : messages.actionSource.codeOf(shown);
      controller.show(shown, label, readOnly);
    },
  };
}

/** Returns a declaration of each package whose exports may be anything. */
const modulesOf = (names: readonly string[]): string =>
  names
    .map(name => `// <${name}> may export anything.\ndeclare module '${name}';\ndeclare module '${name}/*';\n`)
    .join('');

/** Types of `@scope/name` come with it or as `@types/scope__name`. */
const isTyped = (name: string, typed: readonly string[]): boolean =>
  [name, `@types/${name.replace(/^@(.+)\//, '$1__')}`].some(each => typed.includes(each));

const nameOf = (spec: string): string => spec.slice(0, spec.lastIndexOf('@'));
