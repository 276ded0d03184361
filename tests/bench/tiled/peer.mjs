import { cp, mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildPages } from '../support/build-pages.mjs';
import { processMemory } from '../support/page-memory.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { serveFolder } from '../support/static-server.mjs';
import { panned, printPanned, sinceNavigation, watchFrames } from './panning.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const output = `${root}dist/bench/tiled`;
const COUNTS = [1_000, 10_000, 50_000, 100_000, 200_000];
/** Milliseconds in which a page must show its polygons, and then be panned. */
const PATIENCE = 120_000;

/**
 * Measures OpenSeadragon with Annotorious with ever more polygons, until it no longer carries them. `slide` is the
 * folder of the tiles of the image, one folder a level.
 */
export async function measurePeer(figures, slide) {
  await mkdir(output, { recursive: true });
  await cp(slide, `${output}/slide_files`, { recursive: true, force: true });
  await buildPages(here, ['annotorious'], output, root);
  const versions = await Promise.all(['openseadragon', '@annotorious/openseadragon'].map(versionOf));
  // Its renderer makes functions of text.
  const server = await serveFolder(output, "'self' 'unsafe-eval'");
  let carried = 0;
  try {
    for (const polygons of COUNTS) {
      const details = { polygons, versions: versions.join(', '), window: '1440 × 900' };
      const reason = await measured(figures, `${server.origin}/annotorious.html?polygons=${polygons}`, details);
      if (reason !== undefined) {
        console.log(
          JSON.stringify({ bench: 'tiled', figure: 'OpenSeadragon with Annotorious: gave up', reason, ...details }),
        );
        break;
      }
      carried = polygons;
    }
  } finally {
    server.close();
  }
  figures.print('OpenSeadragon with Annotorious: most polygons that it carries', carried, 'polygons', {
    versions: versions.join(', '),
    tried: COUNTS,
  });
}

const versionOf = async name => {
  const { version } = JSON.parse(await readFile(`${root}node_modules/${name}/package.json`, 'utf8'));
  return `${name} ${version}`;
};

/** Returns why the page did not carry its polygons; undefined when it did. */
async function measured(figures, address, details) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', error => console.error(`annotorious: ${error.message}`));
    await page.addInitScript(watchFrames);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForSelector(`body[data-shown="${details.polygons}"]`, { state: 'attached' });
    const first = await sinceNavigation(page);
    const pan = await withinPatience(panned(browser, page, '#stage', 'left'));
    figures.print('OpenSeadragon with Annotorious: first view after the page is asked for', first, 'ms', details);
    printPanned(figures, pan, details, false);
    figures.print('OpenSeadragon with Annotorious: memory of the tab', await processMemory(browser), 'MB', details);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  } finally {
    await browser.close();
  }
}

function withinPatience(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The pan took longer than ${PATIENCE} ms.`)), PATIENCE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
