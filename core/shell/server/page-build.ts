import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** File of the page, from the root. */
export const PAGE = '/core/shell/web/index.html';

/** Plugins whose pages nearly every visit begins with, and the page that most begin on. */
const FIRST_PLUGINS = /\/plugins\/workspace\/(projects|teams)\/web\/index\.ts$/;
const FIRST_PAGE = /\/plugins\/workspace\/projects\/web\/pages\/projects-page\.tsx$/;

/** Web halves of the plugins, which a team wakes one after the other once its first page is shown. */
const PLUGINS = /\/plugins\/[^/]+\/[^/]+\/web\/index\.tsx?$/;

/** Components of lists, forms and their fields on most pages. */
const CONTROLS = /\/core\/controls\/web\/|\/@mantine\/core\/esm\/components\/(Anchor|Autocomplete|Select)\//;

/**
 * Files of the first page. Cut by what parts share, they were fifty, and asking for one costs a slow computer
 * milliseconds; each of these comes whole. So do the halves of the plugins, all of which a visit needs within seconds:
 * each in a file of its own, with what they share, were 160 files. The frame that signs in stays apart: it loads one
 * small file.
 */
export const PAGE_GROUPS = [
  { name: 'frame-protocol', test: /\/core\/auth\/(common\/frame-protocol|web\/messages)\.ts$/, priority: 3 },
  {
    name: 'shell',
    tags: ['$initial' as const],
    test: (id: string) => !/\/core\/auth\/web\/frame\.|^\0(rolldown|vite)\//.test(id),
    priority: 2,
  },
  { name: 'first-plugins', test: (id: string) => FIRST_PLUGINS.test(id) || FIRST_PAGE.test(id), priority: 1 },
  { name: 'controls', test: CONTROLS, priority: 1 },
  { name: 'plugins', test: PLUGINS, priority: 0 },
];

/**
 * Lets browsers compile all functions of the page's first files beside the page instead of each at its first call
 * (explicit compile hints, Chromium 136; others see a comment). The line must be the first of a file, so it is written
 * when nothing else is added to it.
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

/**
 * Moves the source maps of the pages beside the folder that is served: the error log of the administration reads them,
 * browsers never get them.
 */
function keepSourceMaps(root: string): Plugin {
  const folder = join(root, 'dist/source-maps');
  return {
    name: 'loupe-keep-source-maps',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        await rm(folder, { recursive: true, force: true });
        await mkdir(folder, { recursive: true });
        for (const file of await readdir(join(dir!, 'assets')))
          if (file.endsWith('.map')) await rename(join(dir!, 'assets', file), join(folder, file));
      },
    },
  };
}

/**
 * Takes React Router's production build: its package names the development one, which checks and warns at each step,
 * for bundlers.
 */
function productionRouter(root: string): Plugin {
  const file = (name: string): string => join(root, `node_modules/react-router/dist/production/${name}.mjs`);
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

/** Plugins of Vite for the build of the pages. */
export const pageBuild = (root: string): Plugin[] => [
  compileBesidePage(),
  keepSourceMaps(root),
  productionRouter(root),
];
