import { build } from 'vite';

/** Builds the bench pages of a folder, minified as the product is. */
export async function buildPages(folder, pages, output, root) {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    base: './',
    resolve: { alias: { '#core': `${root}core`, '#plugins': `${root}plugins` } },
    oxc: { decorator: { legacy: true, emitDecoratorMetadata: false } },
    worker: { format: 'es' },
    build: {
      outDir: output,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: { input: pages.map(page => `${folder}${page}.html`) },
    },
  });
}
