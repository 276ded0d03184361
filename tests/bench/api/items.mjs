import { createServer, loadConfigFromFile } from 'vite';
import { Figures } from '../support/figures.mjs';

/** Items at size, over HTTP, on PostgreSQL and the embedded database; `--database postgres|pglite` measures one. Answers whether every bar held. */
export async function run(options) {
  const only = options.includes('--database') ? options[options.indexOf('--database') + 1] : undefined;
  const figures = new Figures('api items');
  // The product's own names and decorators, without its pages and its development server.
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' });
  const vite = await createServer({ root: config.root, resolve: config.resolve, oxc: config.oxc, configFile: false, server: { middlewareMode: true, ws: false, hmr: false, watch: null }, appType: 'custom', logLevel: 'error' });
  try {
    const { benchItems } = await vite.ssrLoadModule('/tests/bench/api/items.ts');
    for (const database of ['postgres', 'pglite'].filter(each => only === undefined || each === only)) {
      await benchItems(database, (figure, value, unit, details = {}) => figures.print(figure, value, unit, { ...details, database }));
    }
  } finally {
    await vite.close();
  }
  return figures.held;
}
