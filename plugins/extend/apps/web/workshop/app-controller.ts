import { JsxEmit } from 'monaco-editor/languages/features/typescript/register';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import type { SourceSchema } from '#core/code-editor/web/index.ts';
import { knowSchemas } from '#core/code-editor/web/index.ts';
import { learnLanguage } from '#core/code-editor/web/index.ts';
import { SourceController } from '#core/code-editor/web/index.ts';
import type { AppFiles } from '../../common/app.ts';
import { MANIFEST_FILE } from '../../common/app.ts';
import { manifestSchema, SCHEMA_FILE } from '../../common/manifest-schema.ts';
import { SAMPLES_FILE, samplesSchema } from '../../common/samples.ts';
import { appTypes } from '../host/app-bundle.ts';
import { messages } from '../messages.ts';

const HOME = 'file:///app/';
const languages: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  json: 'json',
  css: 'css',
  html: 'html',
  md: 'markdown',
};

/**
 * Returns the schemas of the files that the product itself reads; the address is what `$schema` leads to in a folder of
 * one's own.
 */
const schemas = (): readonly SourceSchema[] => [
  { uri: HOME + SCHEMA_FILE, fileMatch: [`/app/${MANIFEST_FILE}`], schema: manifestSchema() },
  { uri: `${HOME}samples.schema.json`, fileMatch: [`/app/${SAMPLES_FILE}`], schema: samplesSchema() },
];

interface ControllerOptions {
  readonly dark: boolean;
  readonly onChange: (path: string, text: string) => void;
  readonly onProblems: (problems: readonly BundleProblem[]) => void;
}

const languageOf = (path: string): string =>
  languages[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'plaintext';

/** The code editor with all files of an app: they know one another, the SDK and React. */
export class AppController {
  readonly #controller: SourceController;
  readonly #schemas = knowSchemas(schemas());

  private constructor(
    element: HTMLElement,
    libraries: Readonly<Record<string, string>>,
    { onProblems, ...options }: ControllerOptions,
  ) {
    this.#controller = new SourceController(element, {
      ...options,
      compiler: { lib: ['esnext', 'dom', 'dom.iterable'], jsx: JsxEmit.ReactJSX, allowJs: true },
      libraries,
      onProblems: problems => onProblems(problems.map(({ name, ...rest }) => ({ file: name, ...rest }))),
    });
  }

  static async open(element: HTMLElement, options: ControllerOptions): Promise<AppController> {
    const [types] = await Promise.all([
      appTypes(),
      ...['typescript', 'json', 'css', 'html', 'markdown'].map(learnLanguage),
    ]);
    return new AppController(element, types, options);
  }

  /** The files as the draft has them; what is typed here already is the same. */
  setFiles(files: AppFiles): void {
    this.#controller.setSources(
      Object.entries(files).map(([name, text]) => ({
        name,
        text,
        language: languageOf(name),
        address: HOME + name.split('/').map(encodeURIComponent).join('/'),
      })),
    );
  }

  /** Shows one file where it was left; undefined shows none. */
  show(path: string | undefined): void {
    this.#controller.show(
      path,
      path === undefined ? messages.appController.sourceOfTheApp : messages.appController.sourceOfPath(path),
    );
  }

  /** Goes to a place of the file that is shown; both count from 1. */
  reveal(line: number, column: number): void {
    this.#controller.reveal(line, column);
  }

  setDark(dark: boolean): void {
    this.#controller.setDark(dark);
  }

  dispose(): void {
    this.#controller.dispose();
    this.#schemas.dispose();
  }
}
