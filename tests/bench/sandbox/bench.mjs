import { cpus, loadavg } from 'node:os';
import { addSandboxPage, SANDBOX_PAGE } from '../../support/sandbox-page.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';

/** A script as people write for a form: two files, the SDK, a few handlers. */
const files = {
  'main.ts': `import { send } from '@loupe/sdk/form';\nimport { total } from './total';\ndeclare const transport: { listen(listener: (message: any) => void): void };\ntransport.listen(message => {\n  if (message.kind === 'change') send({ kind: 'set', path: 'total', value: total(message.rows) });\n  else send(message);\n});\n`,
  'total.ts': `export interface Row { readonly price: number; readonly count: number }\nexport function total(rows: readonly Row[]): number {\n  let sum = 0;\n  for (const { price, count } of rows) sum += price * count;\n  return Math.round(sum * 100) / 100;\n}\n`,
};
const modules = {
  '@loupe/sdk/form': {
    'index.ts':
      'declare const transport: { send(message: object): void };\nexport const send = (message: object): void => transport.send(message);\n',
  },
};
/** About 200 KB of functions with loops, as large as a script with a library in it. */
const large = Array.from(
  { length: 1000 },
  (_, at) =>
    `export function part${at}(values: readonly number[]): number {\n  let found = ${at};\n  for (const each of values) if (each > found) found = [each, found].map(one => one * 2).reduce((a, b) => a + b, 0) % 1000;\n  return found;\n}\n`,
).join('');
const request = (own, marked = '') => ({
  entry: 'main.ts',
  files: { ...own, 'main.ts': own['main.ts'] + marked },
  modules,
  guard: { milliseconds: 2000 },
});

/** Compiling and running foreign code, as the product does it. */
export async function run(options) {
  const rounds = options.includes('--quick') ? 4 : 20;
  const figures = new Figures('sandbox');
  await withPages('sandbox', options, async ({ browser, page, server }) => {
    const remove = await addSandboxPage();
    try {
      const open = async () => {
        await page.goto(server.address + SANDBOX_PAGE);
        await page.waitForFunction(() => 'sandboxBench' in window);
      };
      const firsts = [];
      for (let round = 0; round < Math.min(rounds, 8); round++) {
        await open();
        firsts.push(await page.evaluate(timed, request(files)));
      }
      const again = [];
      for (let round = 0; round < rounds; round++)
        again.push(await page.evaluate(timed, request(files, `// ${round}\n`)));
      const largeAgain = [];
      for (let round = 0; round < 5; round++)
        largeAgain.push(
          await page.evaluate(
            timed,
            request(
              {
                ...files,
                'main.ts': `${files['main.ts']}import * as large from './large';\nObject.assign(globalThis, { large });\n`,
                'large.ts': large,
              },
              `// ${round}\n`,
            ),
          ),
        );
      const line = (figure, values, bar, details = {}) =>
        figures.print(figure, percentile(values, 0.95), 'ms', {
          bar,
          n: values.length,
          median: Math.round(percentile(values, 0.5)),
          ...details,
        });
      line('first build of a script with the loading of the compiler', firsts, 1500);
      line('build again after an edit', again, 300);
      line('build 200 KB again after an edit', largeAgain);
      const { code } = await page.evaluate(each => window.sandboxBench.bundle(each), request(files));
      for (const [name, host] of [
        ['with a face', 'host'],
        ['without a face', undefined],
      ]) {
        line(`ready ${name}`, await page.evaluate(readies, [code, host, rounds]), 500);
        line(`message there and back ${name}`, await page.evaluate(echoes, [code, host, rounds * 10]));
        const { gap, after } = await page.evaluate(loops, [host]);
        figures.print(`page held up by a loop ${name}`, gap, 'ms', { bar: 50 });
        figures.print(`from a loop without a guard to the next one running, ${name}`, after, 'ms', { bar: 4000 });
      }
      const plain = await page.evaluate(tight, undefined);
      const guarded = await page.evaluate(tight, { milliseconds: 20_000 });
      figures.print('a tight loop with a guard, against without', guarded / plain, 'times', { guarded, plain });
    } finally {
      await remove();
    }
    console.log(
      JSON.stringify({
        bench: 'sandbox',
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

// The following run in the page.

async function timed(request) {
  const began = performance.now();
  const { code, problems } = await window.sandboxBench.bundle(request);
  if (code === undefined) throw new Error(problems[0].message);
  return performance.now() - began;
}

async function readies([code, host, rounds]) {
  const took = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const { sandbox } = window.sandboxBench.opened.get(window.sandboxBench.open(code, host));
    await sandbox.ready;
    took.push(performance.now() - began);
    sandbox.stop();
  }
  return took;
}

async function echoes([code, host, rounds]) {
  const { sandbox } = window.sandboxBench.opened.get(window.sandboxBench.open(code, host));
  await sandbox.ready;
  const took = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await new Promise(resolve => {
      const stop = sandbox.transport.listen(() => {
        stop();
        resolve();
      });
      sandbox.transport.send({ round });
    });
    took.push(performance.now() - began);
  }
  sandbox.stop();
  return took;
}

async function loops([host]) {
  const { opened, open, until, gap } = window.sandboxBench;
  const began = performance.now();
  const { faults } = opened.get(open('while (true);', host));
  const held = gap(700);
  if (!(await until(() => faults.length > 0, 10_000))) throw new Error('The loop was not noticed.');
  const next = opened.get(open('transport.send({});', host));
  await next.sandbox.ready;
  const after = performance.now() - began;
  next.sandbox.stop();
  return { gap: await held, after };
}

async function tight(guard) {
  const text =
    'const began = performance.now(); let sum = 0; for (let at = 0; at < 2e8; at++) sum = (sum + at * 3) | 0; transport.send({ took: performance.now() - began, sum });';
  const { code } = await window.sandboxBench.bundle({
    entry: 'main.ts',
    files: { 'main.ts': `declare const transport: any;\n${text}` },
    modules: {},
    ...(guard === undefined ? {} : { guard }),
  });
  const { sandbox, messages } = window.sandboxBench.opened.get(window.sandboxBench.open(code));
  await window.sandboxBench.until(() => messages.length > 0, 20_000);
  sandbox.stop();
  return messages[0].took;
}
