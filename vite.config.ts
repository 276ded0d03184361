import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, RunnableDevEnvironment } from 'vite';
import { defineConfig } from 'vitest/config';
import type { DevServer, openDevServer } from './core/shell/server/dev.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-folder.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const alias = { '#core': `${root}core`, '#plugins': `${root}plugins`, '#sdk': `${root}sdk`, '#tests': `${root}tests` };
const shared = { extends: true } as const;

const FRAME = '/core/auth/web/frame.html';
const PAGE = '/core/shell/web/index.html';

/** `npm run dev`: our server and Vite's pages on one origin. A change of a server file starts the server again; pages update by themselves. */
function devServer(): Plugin {
  let own: Promise<DevServer>;
  return {
    name: 'loupe-dev-server',
    apply: (_, { command, isPreview }) =>
      command === 'serve' && isPreview !== true && process.env['VITEST'] === undefined,
    async configureServer(vite) {
      const { runner, moduleGraph } = vite.environments['server'] as RunnableDevEnvironment;
      const open = async (): Promise<DevServer> => {
        runner.clearCache();
        const dev = (await runner.import('/core/shell/server/dev.ts')) as { openDevServer: typeof openDevServer };
        return dev.openDevServer(vite.httpServer as never, `http://localhost:${vite.config.server.port}`);
      };
      let waiting = false;
      const again = async (file: string): Promise<void> => {
        if (waiting || moduleGraph.getModulesByFile(file) === undefined) return;
        waiting = true;
        const before = own;
        own = (async () => {
          await before.then(each => each.close()).catch(() => undefined);
          waiting = false;
          return open();
        })();
        await own.then(
          () => vite.config.logger.info(`Server restarted after a change of ${file}`, { timestamp: true }),
          (error: unknown) => vite.config.logger.error(error instanceof Error ? String(error.stack) : String(error)),
        );
      };
      own = open();
      await own;
      vite.watcher.on('change', file => void again(file));
      vite.httpServer?.once('close', () => void own.then(each => each.close()));
      vite.middlewares.use((request, response, next) => {
        const url = request.url ?? '/';
        const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
        if (wantsPage && !url.startsWith('/app-frame') && !url.startsWith('/@') && !url.includes('.')) {
          request.url = url.startsWith('/auth-frame') ? FRAME : PAGE;
          next();
        } else own.then(each => (each.takes(url) ? each.answer(request, response) : next()), next);
      });
    },
    transformIndexHtml: {
      async handler(_, { path }) {
        if (path !== PAGE) return [];
        const { pageFacts } = await own;
        return Object.entries(pageFacts).map(([name, content]) => ({
          tag: 'meta',
          attrs: { name, content },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** Plugins whose pages nearly every visit begins with, and the page that most begin on. */
const FIRST_PLUGINS = /\/plugins\/workspace\/(projects|teams)\/web\/index\.ts$/;
const FIRST_PAGE = /\/plugins\/workspace\/projects\/web\/pages\/projects-page\.tsx$/;

/** What lists, forms and their fields are made of on most pages. */
const CONTROLS = /\/core\/controls\/web\/|\/@mantine\/core\/esm\/components\/(Anchor|Autocomplete|Select)\//;

/**
 * Files of the first page. Cut by what parts share, they were fifty, and asking for one costs a slow computer milliseconds; each of these comes whole.
 * The frame that signs in stays apart: it loads one small file.
 */
const GROUPS = [
  { name: 'frame-protocol', test: /\/core\/auth\/(common\/frame-protocol|web\/messages)\.ts$/, priority: 3 },
  {
    name: 'shell',
    tags: ['$initial' as const],
    test: (id: string) => !/\/core\/auth\/web\/frame\.|^\0(rolldown|vite)\//.test(id),
    priority: 2,
  },
  { name: 'first-plugins', test: FIRST_PLUGINS, priority: 1 },
  { name: 'controls', test: CONTROLS, priority: 1 },
];

/**
 * Lets browsers compile all functions of the page's first files beside the page instead of each at its first call (explicit compile hints, Chromium 136; others see a comment).
 * The line must be the first of a file, so it is written when nothing else is added to it.
 */
function compileBesidePage(): Plugin {
  return {
    name: 'loupe-compile-beside-page',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    async writeBundle({ dir }, bundle) {
      const files = new Set<string>();
      const take = (file: string): void => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || files.has(file)) return;
        files.add(file);
        chunk.imports.forEach(take);
      };
      const isFirst = (id: string): boolean => id.endsWith(PAGE) || FIRST_PLUGINS.test(id) || FIRST_PAGE.test(id);
      for (const each of Object.values(bundle))
        if (each.type === 'chunk' && each.moduleIds.some(isFirst)) take(each.fileName);
      for (const file of files) {
        const path = join(dir!, file);
        await writeFile(path, `//# allFunctionsCalledOnLoad\n${await readFile(path, 'utf8')}`);
        if (bundle[`${file}.map`] === undefined) continue;
        const map = JSON.parse(await readFile(`${path}.map`, 'utf8')) as { mappings: string };
        await writeFile(`${path}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
      }
    },
  };
}

const SOURCE_MAPS = `${root}dist/source-maps`;

/** Moves the source maps of the pages beside the folder that is served: the error log of the administration reads them, browsers never get them. */
function keepSourceMaps(): Plugin {
  return {
    name: 'loupe-keep-source-maps',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        await rm(SOURCE_MAPS, { recursive: true, force: true });
        await mkdir(SOURCE_MAPS, { recursive: true });
        for (const file of await readdir(join(dir!, 'assets')))
          if (file.endsWith('.map')) await rename(join(dir!, 'assets', file), join(SOURCE_MAPS, file));
      },
    },
  };
}

/** Takes React Router's production build: its package names the development one, which checks and warns at each step, for bundlers. */
function productionRouter(): Plugin {
  const file = (name: string): string => `${root}node_modules/react-router/dist/production/${name}.mjs`;
  return {
    name: 'loupe-production-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: file('index') },
          { find: /^react-router\/dom$/, replacement: file('dom-export') },
        ],
      },
    }),
  };
}

/** Browser tests beside which nothing else runs, since they expect times: that none is held up for 50 ms and that a loop is ended in four seconds. */
const ALONE = process.env['LOUPE_TEST_RUN'] === 'long' ? ['tests/e2e/sandbox.test.ts'] : [];

/** Tests that replace a module: each needs a module graph of its own, while all others share one per worker. */
const MOCKED = '{core,plugins,sdk,examples,tests}/**/*.mocked{,.dom}.test.{ts,tsx}';

if (process.env['VITEST'] !== undefined) keepTemporaryFilesInMemory();

/** One file for the client build, the server build and the test projects. */
export default defineConfig({
  root,
  resolve: { alias },
  plugins: [react(), devServer(), compileBesidePage(), keepSourceMaps(), productionRouter()],
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
          output: { codeSplitting: { groups: GROUPS }, sourcemapExcludeSources: true },
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
