import type { BuildFailure, Plugin } from 'esbuild-wasm';
import { build } from 'esbuild-wasm';
import { Fault } from '#core/base/common/index.ts';

/** Name of a built script in stacks, and of its one source. */
export const GUEST_FILE = 'guest.js';
const SOURCE_FILE = 'main.ts';

/** Problem in a source; line and column count from 1. */
interface CodeProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A script with its source map. */
export interface BuiltCode {
  readonly code: string;
  readonly map: string;
}

/** Types vanish before this is asked, so whatever is left would be missing when the code runs. */
const noImports: Plugin = {
  name: 'no-imports',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { errors: [{ text: `“${path}” can’t be imported. Import types only.` }] },
    );
  },
};

/**
 * Builds one file of TypeScript into a script that leaves its exports under a global name.
 * @throws Fault CODE_INVALID (422): `details.problems` has the lines
 */
export async function buildCode(source: string, globalName: string): Promise<BuiltCode> {
  try {
    const { outputFiles } = await build({
      stdin: { contents: source, sourcefile: SOURCE_FILE, loader: 'ts' },
      plugins: [noImports],
      bundle: true,
      write: false,
      outfile: GUEST_FILE,
      format: 'iife',
      globalName,
      platform: 'neutral',
      target: 'es2022',
      charset: 'utf8',
      logLevel: 'silent',
      legalComments: 'none',
      sourcemap: 'external',
      sourcesContent: false,
      tsconfigRaw: '{}',
    });
    const text = (end: string): string => outputFiles.find(each => each.path.endsWith(end))!.text;
    return { code: text('.js'), map: text('.map') };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (errors === undefined) throw error;
    const problems = errors.map(({ location, text }): CodeProblem => ({
      line: location?.line ?? 1,
      column: (location?.column ?? 0) + 1,
      message: text,
    }));
    const [first] = problems;
    throw new Fault('CODE_INVALID', `Line ${first?.line ?? 1}: ${first?.message ?? 'The code can’t be built.'}`, {
      status: 422,
      details: { problems },
    });
  }
}
