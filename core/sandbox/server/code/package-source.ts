import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild-wasm';

/** Packages that scripts may import by their name. Each is pure: it asks nothing of its surroundings. */
export const guestPackages = ['date-fns', 'lodash-es', 'papaparse', 'zod'] as const;
type GuestPackage = (typeof guestPackages)[number];

const sources = new Map<GuestPackage, Promise<string>>();

export const isGuestPackage = (name: string): name is GuestPackage => guestPackages.includes(name as GuestPackage);

/** Returns a package as one module. Built once: it has hundreds of files, and scripts are built often. */
export function packageSource(name: GuestPackage): Promise<string> {
  const present = sources.get(name);
  if (present !== undefined) return present;
  const made = bundled(name);
  sources.set(name, made);
  made.catch(() => sources.delete(name));
  return made;
}

async function bundled(name: GuestPackage): Promise<string> {
  const { outputFiles } = await build({
    ...(name === 'lodash-es'
      ? { stdin: { contents: lodashModule(), resolveDir: dirname(fileURLToPath(import.meta.url)) } }
      : { entryPoints: [name] }),
    absWorkingDir: dirname(fileURLToPath(import.meta.url)),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Papa Parse asks for it where it reads streams of Node.
    external: ['stream'],
    target: 'es2022',
    charset: 'utf8',
    minifyWhitespace: true,
    logLevel: 'silent',
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
}

/** Returns lodash with its functions as exports: the package of modules has 640 files, which take seconds to read. */
function lodashModule(): string {
  const lodash = createRequire(import.meta.url)('lodash') as Readonly<Record<string, unknown>>;
  const names = Object.keys(lodash).filter(each => /^[a-z]\w*$/i.test(each));
  return `import lodash from 'lodash/lodash.min.js';\nexport default lodash;\nexport const { ${names.join(', ')} } = lodash;\n`;
}
