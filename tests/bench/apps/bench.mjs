import { readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { addSandboxPage, SANDBOX_PAGE } from '../../support/sandbox-page.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';

const source = name => readFile(new URL(`../../../examples/hello-app/src/${name}`, import.meta.url), 'utf8');
/** Calls back when React has drawn. */
const drawn =
  "import { useEffect } from 'react';\nimport Table from './main';\nexport default function Reporting() {\n  useEffect(() => { console.log('drawn'); }, []);\n  return <Table />;\n}\n";

/**
 * Building and opening an app of a customer, as the workshop and the places do it (built in 1.5 s, frame in
 * 500 ms).
 */
export async function run(options) {
  const rounds = options.includes('--quick') ? 4 : 20;
  const figures = new Figures('apps');
  const files = {
    'src/main.tsx': await source('main.tsx'),
    'src/percent-text.ts': await source('percent-text.ts'),
    'src/reporting.tsx': drawn,
  };
  await withPages('apps', options, async ({ browser, page, server }) => {
    const remove = await addSandboxPage();
    try {
      const open = async () => {
        await page.goto(server.address + SANDBOX_PAGE);
        await page.waitForFunction(() => 'appBench' in window);
      };
      const firsts = [];
      const firstFrames = [];
      let code;
      for (let round = 0; round < Math.min(rounds, 8); round++) {
        await open();
        const built = await page.evaluate(timed, [files, '']);
        firsts.push(built.took);
        code = built.code;
        firstFrames.push(await page.evaluate(each => window.appBench.drawn(each, ['projects.read']), code));
      }
      const again = [];
      for (let round = 0; round < rounds; round++)
        again.push((await page.evaluate(timed, [files, `// ${round}\n`])).took);
      const frames = [];
      for (let round = 0; round < rounds; round++)
        frames.push(await page.evaluate(each => window.appBench.drawn(each, ['projects.read']), code));
      const line = (figure, values, bar, details = {}) =>
        figures.print(figure, percentile(values, 0.95), 'ms', {
          bar,
          n: values.length,
          median: Math.round(percentile(values, 0.5)),
          ...details,
        });
      line('first build of an app with the loading of the compiler', firsts, 1500);
      line('build again after an edit', again, 300);
      line('first app of a page drawn, with the loading of React', firstFrames, 500);
      line('app drawn', frames, 500);
      figures.print('script of the app', Math.round(code.length / 1024), 'KB', {});
    } finally {
      await remove();
    }
    console.log(
      JSON.stringify({
        bench: 'apps',
        figure: 'where',
        value: browser.version(),
        unit: 'Chromium',
        load: loadavg()[0],
        processors: cpus().length,
      }),
    );
  });
  return figures.held;
}

// Runs in the page.
async function timed([files, mark]) {
  const began = performance.now();
  const { code, problems } = await window.appBench.bundle(
    { ...files, 'src/main.tsx': files['src/main.tsx'] + mark },
    'src/reporting.tsx',
  );
  if (code === undefined) throw new Error(problems[0].message);
  return { took: performance.now() - began, code };
}
