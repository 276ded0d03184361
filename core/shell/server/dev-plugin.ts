import type { Plugin, RunnableDevEnvironment } from 'vite';
import type { DevServer, openDevServer } from './dev.ts';
import { PAGE } from './page-build.ts';

const FRAME = '/core/auth/web/frame.html';

/**
 * `npm run dev`: our server and Vite's pages on one origin. A change of a server file starts the server again; pages
 * update by themselves.
 */
export function devServer(): Plugin {
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
