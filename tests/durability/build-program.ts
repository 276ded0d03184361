import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program built like the server: its entry file and how to remove it. */
export interface BuiltProgram {
  readonly file: string;
  remove(): Promise<void>;
}

/** Builds a TypeScript file of this folder, with the database's worker beside it as in the real server. */
export async function buildProgram(name: string): Promise<BuiltProgram> {
  // Inside the project, so that the packages are found.
  const folder = join(root, 'node_modules', '.cache', `loupe-${name}-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '#core': join(root, 'core'), '#tests': join(root, 'tests') } },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: {
          [name]: join(root, 'tests/durability', `${name}.ts`),
          'database-worker': join(root, 'core/data/server/database-worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  return { file: join(folder, `${name}.js`), remove: () => rm(folder, { recursive: true, force: true }) };
}
