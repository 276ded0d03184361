import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { devServer } from './core/shell/server/dev-plugin.ts';
import { pageBuild, PAGE_GROUPS } from './core/shell/server/page-build.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-folder.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const alias = { '#core': `${root}core`, '#plugins': `${root}plugins`, '#sdk': `${root}sdk`, '#tests': `${root}tests` };
const shared = { extends: true } as const;

/**
 * Browser tests beside which nothing else runs, since they expect times: that none is held up for 50 ms and that a loop
 * is ended in four seconds.
 */
const ALONE = process.env['LOUPE_TEST_RUN'] === 'long' ? ['tests/e2e/sandbox.test.ts'] : [];

/** Tests that replace a module: each needs a module graph of its own, while all others share one per worker. */
const MOCKED = '{core,plugins,sdk,examples,tests}/**/*.mocked{,.dom}.test.{ts,tsx}';

if (process.env['VITEST'] !== undefined) keepTemporaryFilesInMemory();

/** One file for the client build, the server build and the test projects. */
export default defineConfig({
  root,
  resolve: { alias },
  plugins: [react(), devServer(), pageBuild(root)],
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: false } },
  server: { port: 5173, strictPort: true },
  publicDir: `${root}core/shell/web/public`,
  worker: { format: 'es' },
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments.client!);
      await builder.build(builder.environments.server!);
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        assetsDir: 'assets',
        manifest: true,
        modulePreload: { polyfill: false },
        // Without a comment that names them: they are moved out of the folder that is served.
        sourcemap: 'hidden',
        chunkSizeWarningLimit: 1500,
        rolldownOptions: {
          input: { index: `${root}core/shell/web/index.html`, frame: `${root}core/auth/web/frame.html` },
          output: { codeSplitting: { groups: PAGE_GROUPS }, sourcemapExcludeSources: true },
        },
      },
    },
    server: {
      consumer: 'server',
      build: {
        copyPublicDir: false,
        ssr: true,
        outDir: 'dist/server',
        // A stack in a log names the file and line of the source.
        sourcemap: true,
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: {
          input: {
            main: `${root}core/shell/server/main.ts`,
            command: `${root}core/shell/server/command.ts`,
            'database-worker': `${root}core/data/server/database-worker.ts`,
            'tile-cutter': `${root}plugins/annotate/tiles/server/tile-cutter-process.ts`,
            'cloud-builder': `${root}plugins/annotate/point-clouds/server/cloud-builder-process.ts`,
            'inference-worker': `${root}plugins/annotate/smart-tools/server/inference/inference-worker.ts`,
            'reading-worker': `${root}plugins/annotate/editor-text/server/reading/reading-worker.ts`,
            'vector-worker': `${root}plugins/analyze/explore/server/embeddings/vector-worker.ts`,
            'guest-process': `${root}core/sandbox/server/code/guest-process.mjs`,
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          maxWorkers: 2,
          environment: 'node',
          isolate: false,
          testTimeout: 30_000,
          setupFiles: ['tests/support/seeded.ts'],
          include: ['{core,plugins,sdk,examples}/**/*.test.ts', 'tests/{layers,conformance,support}/**/*.test.ts'],
          exclude: ['**/server/**', '**/node_modules/**', 'tests/conformance/{server,wire}/**', MOCKED],
        },
      },
      {
        ...shared,
        test: {
          name: 'dom',
          maxWorkers: 2,
          environment: 'jsdom',
          isolate: false,
          testTimeout: 30_000,
          include: ['{core,plugins,sdk,examples,tests}/**/*.dom.test.tsx'],
          exclude: ['**/node_modules/**', MOCKED],
        },
      },
      {
        ...shared,
        test: {
          name: 'mocked',
          maxWorkers: 2,
          environment: 'node',
          testTimeout: 30_000,
          include: [MOCKED],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        ...shared,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          globalSetup: ['tests/support/database-templates-setup.ts'],
          setupFiles: ['tests/support/seeded.ts', 'tests/support/no-leaks.ts'],
          include: [
            '{core,plugins,examples}/**/server/**/*.test.ts',
            'tests/conformance/{server,wire}/**/*.test.ts',
            'tests/durability/**/*.test.ts',
          ],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 2,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          environment: 'node',
          isolate: false,
          globalSetup: ['tests/support/kept-sites.ts', 'tests/support/sandbox-page-setup.ts'],
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ALONE,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 3,
          retry: 1,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e-alone',
          environment: 'node',
          isolate: false,
          globalSetup: ['tests/support/kept-sites.ts', 'tests/support/sandbox-page-setup.ts'],
          include: ALONE,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
