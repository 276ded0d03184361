import type { BuildFailure } from 'esbuild-wasm';
import { build } from 'esbuild-wasm';
import { Fault } from '#core/base/common/index.ts';
import type { CodeProblem } from './code-problem.ts';
import { codeInvalid } from './code-problem.ts';
import type { CodeFile, PackageFolder } from './own-files.ts';
import { ownFiles } from './own-files.ts';

/** Name of a built script in stacks, and of its one source. */
export const GUEST_FILE = 'guest.js';
const SOURCE_FILE = 'main.ts';
/** Characters of a built script. */
const MOST_CODE = 20_000_000;

/** A script with its source map. */
export interface BuiltCode {
  readonly code: string;
  readonly map: string;
}

let preparing: Promise<unknown> | undefined;

/** Code of each kind that the compiler meets: WebAssembly is compiled function by function as it is first called. */
const FIRST = `import { area } from './area';
import type { Handler } from '@loupe/sdk/automation';
const handler: Handler = async (event, context, { item }) => {
  for (const [at, each] of Object.entries(event ?? {})) item?.setPriority(area(Number(at), each as number));
};
export default handler;
`;

/** Starts the compiler and builds a first script, unless it runs: the first build takes longer than all later ones. */
export function prepareBuild(): void {
  const area = { name: 'area.ts', text: 'export const area = (a: number, b = 1): number => a * b;' };
  // The next build starts it again, and says what is wrong.
  preparing ??= buildCode(FIRST, 'first', [area]).catch(() => (preparing = undefined));
}

/**
 * Builds TypeScript into a script that leaves the exports of the main file under a global name.
 * @throws Fault CODE_INVALID (422): `details.problems` has the files and lines
 */
export async function buildCode(
  source: string,
  globalName: string,
  files: readonly CodeFile[] = [],
  packages?: PackageFolder,
): Promise<BuiltCode> {
  try {
    const { outputFiles } = await build({
      stdin: { contents: source, sourcefile: SOURCE_FILE, loader: 'ts' },
      plugins: [ownFiles(files, packages)],
      bundle: true,
      write: false,
      outfile: GUEST_FILE,
      format: 'iife',
      globalName,
      platform: 'neutral',
      mainFields: ['module', 'main'],
      ...(packages === undefined ? {} : { banner: { js: packages.lock.map(each => `// ${each}\n`).join('') } }),
      define: { 'process.env.NODE_ENV': '"production"' },
      target: 'es2022',
      charset: 'utf8',
      logLevel: 'silent',
      legalComments: 'none',
      sourcemap: 'external',
      sourcesContent: false,
      tsconfigRaw: '{}',
    });
    const text = (end: string): string => outputFiles.find(each => each.path.endsWith(end))!.text;
    const code = text('.js');
    if (code.length > MOST_CODE)
      throw new Fault('CODE_INVALID', 'The code has more than 20 MB with its packages. Use fewer packages.', {
        status: 422,
        details: { problems: [] },
      });
    return { code, map: text('.map') };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    const [first, ...others] = errors.map(({ location, text }): CodeProblem => ({
      file: location?.file.replace(/^own:/, '') ?? SOURCE_FILE,
      line: location?.line ?? 1,
      column: (location?.column ?? 0) + 1,
      message: text,
    }));
    const none = { file: SOURCE_FILE, line: 1, column: 1, message: 'The code can’t be built.' };
    throw codeInvalid([first ?? none, ...others], files.length > 0);
  }
}
