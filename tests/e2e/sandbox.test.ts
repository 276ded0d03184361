import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SandboxFault } from '#core/sandbox/web/index.ts';
import { openSite } from '../support/browser.ts';
import { isLongRun, slice } from '../support/run-plan.ts';
import { bundle, openSandboxPage } from './sandbox-steps.ts';

const site = openSite([{ email: 'ana@sandbox.test', name: 'Ana North', team: 'North' }]);
const variants = [
  ['with a face', 'host'],
  ['without a face', undefined],
] as const;
const LOOP = 'transport.listen(() => transport.send({ alive: true })); setTimeout(() => { while (true); }, 50);';
/** Starts of a sandbox after which nothing is left. */
const ROUNDS = isLongRun ? 20 : 8;
const ECHO = 'transport.listen(message => transport.send(message));';

/**
 * The variants that a rule is proven with in this run, where a guest keeps a processor busy for seconds: one of them by
 * the seed, both in the long run.
 */
const turnOf = (rule: string): readonly string[] =>
  slice(`variants of ${rule}`, variants, 1).map(([variant]) => variant);

/** Times are measured in the long run. The machine has other work too: a page that is truly held up is so each time. */
const MEASURED = isLongRun ? { retry: 2 } : {};

/**
 * Expects no more than so many milliseconds, in the long run; in others a page that is held up for good is seen by its
 * silence.
 */
function expectWithin(most: number, milliseconds: number, what: string): void {
  if (isLongRun) expect(milliseconds, what).toBeLessThanOrEqual(most);
}

/** Opens code and waits for `wait` milliseconds, or until there is a fault. */
function faultsOf(
  page: Page,
  code: string,
  host: string | undefined,
  wait = 6_000,
): Promise<{
  readonly faults: readonly SandboxFault[];
  readonly after: number;
  readonly gap: number;
  readonly ready: string;
  readonly open: number;
}> {
  return page.evaluate(
    async ([text, where, most, measure]) => {
      const { opened, open, until, gap, sandboxes } = window.sandboxBench;
      const began = performance.now();
      const { sandbox, faults } = opened.get(open(text, where))!;
      const ready = sandbox.ready.then(
        () => 'ready',
        (error: { readonly code: string }) => error.code,
      );
      const measured = measure ? gap(500) : 0;
      await until(() => faults.length > 0, most);
      return {
        faults,
        after: performance.now() - began,
        gap: await measured,
        ready: await ready,
        open: sandboxes.size,
      };
    },
    [code, host, wait, isLongRun] as const,
  );
}

/** Opens an echo, says how long it took to be ready and whether it answers. */
function echoes(
  page: Page,
  host: string | undefined,
): Promise<{ readonly ready: number; readonly messages: readonly unknown[] }> {
  return page.evaluate(
    async ([text, where]) => {
      const { opened, open, until } = window.sandboxBench;
      const began = performance.now();
      const { sandbox, messages } = opened.get(open(text, where))!;
      await sandbox.ready;
      const ready = performance.now() - began;
      sandbox.transport.send({ back: 1 });
      await until(() => messages.length > 0, 3_000);
      sandbox.stop();
      return { ready, messages };
    },
    [ECHO, host] as const,
  );
}

it('should compile in a page, leave out what was aborted, and go on', async () => {
  const { page } = await openSandboxPage(site());
  const received = await page.evaluate(async () => {
    const { bundler } = window.sandboxBench;
    const abort = new AbortController();
    const request = { entry: 'main.ts', files: { 'main.ts': 'transport;' }, modules: {} };
    const [first, dropped, last] = [
      bundler.bundle(request),
      bundler.bundle(request, abort.signal),
      bundler.bundle(request),
    ];
    abort.abort();
    const said = await dropped.catch((error: Error) => error.name);
    bundler.dispose();
    const ended = await Promise.all(
      [first, last].map(each => each.catch((error: { readonly code: string }) => error.code)),
    );
    return [said, ended, (await bundler.bundle(request)).problems];
  });
  expect(received).toEqual(['AbortError', ['COMPILER_FAILED', 'COMPILER_FAILED'], []]);
});

describe.each(variants)('a sandbox %s', (variant, host) => {
  it('should run what was compiled, carry messages both ways but none too large, and say where an error happened in the person’s own files', async () => {
    const { page } = await openSandboxPage(site());
    const result = await bundle({
      'main.ts':
        'import { send } from "@loupe/sdk/form";\nimport { double } from "./double";\ntransport.listen((message: any) => send({ twice: double(message.number as number), face: typeof document !== "undefined" }));\ndeclare const transport: { listen(listener: (message: unknown) => void): void };',
      'double.ts': 'export const double = (number: number): number => number * 2;',
    });
    expect(result.problems).toEqual([]);
    const received = await page.evaluate(
      async ([code, where]) => {
        const { opened, open, until } = window.sandboxBench;
        const { sandbox, messages } = opened.get(open(code, where))!;
        sandbox.transport.send({ number: 21 });
        await sandbox.ready;
        await until(() => messages.length > 0, 3_000);
        sandbox.stop();
        return messages;
      },
      [result.code!, host] as const,
    );
    expect(received).toEqual([{ twice: 42, face: host !== undefined }]);

    const files = (rest: string): Readonly<Record<string, string>> => ({
      'main.ts': `import { fail } from './parts/fail';\n\n${rest}`,
      'parts/fail.ts':
        'interface Nothing { readonly none: true }\nexport function fail(nothing?: Nothing): void {\n  for (const each of [1]) if (each > 0) throw new RangeError(`It is ${nothing}.`);\n}\n',
    });
    const place = {
      kind: 'error',
      message: 'RangeError: It is undefined.',
      file: 'parts/fail.ts',
      line: 3,
      column: 47,
    };
    const refused = await bundle(files('(async () => { await null; fail(); })();'));
    const { faults, ready } = await faultsOf(page, refused.code!, host);
    expect(faults).toMatchObject([place]);
    expect(ready).toBe('ready');
    expect((faults[0] as { readonly stack: string }).stack).toContain('main.ts:3:');
    const atOnce = await faultsOf(page, (await bundle(files('fail();'))).code!, host);
    expect(atOnce).toMatchObject({ faults: [place], ready: 'SANDBOX_FAILED' });

    // A message that is too large is refused, whatever it is made of.
    const large = [
      '"x".repeat(5e6)',
      'new Uint8Array(5e6)',
      'new DataView(new ArrayBuffer(5e6))',
      'new Map([["a", "x".repeat(5e6)]])',
      'new Set(["x".repeat(5e6)])',
      'Array(1e6).fill(1)',
      '{ get deep() { return "x".repeat(5e6); } }',
      '((Set.prototype.has = () => true), "x".repeat(5e6))',
    ];
    for (const made of slice(`large messages ${variant}`, large, 2)) {
      const { faults } = await faultsOf(page, `setTimeout(() => transport.send({ made: ${made} }), 20);`, host, 4_000);
      expect(faults, made).toMatchObject([{ message: 'RangeError: A message can have 4 MB at most.' }]);
    }
  });

  it.runIf(turnOf('guarded loops').includes(variant))(
    'should stop a guarded loop at two seconds, and go on',
    MEASURED,
    async () => {
      const { page } = await openSandboxPage(site());
      const { code } = await bundle({
        'main.ts': `declare const transport: any;\n${ECHO}\nsetTimeout(() => {\n  while (true);\n}, 20);`,
      });
      const { faults, after, gap } = await faultsOf(page, code!, host);
      expect(faults).toMatchObject([
        {
          kind: 'error',
          message: 'Error: The code ran longer than 2 s without a pause, so it was stopped.',
          file: 'main.ts',
          line: 4,
        },
      ]);
      expectWithin(3_500, after, 'until it was stopped, ms');
      expectWithin(50, gap, 'page held up, ms');
      const alive = await page.evaluate(async () => {
        const { sandbox, messages } = [...window.sandboxBench.opened.values()].at(-1)!;
        sandbox.transport.send({ there: true });
        return window.sandboxBench.until(() => messages.length > 0, 2_000);
      });
      expect(alive).toBe(true);
    },
  );

  it.runIf(turnOf('loops without a guard').includes(variant)).each(
    slice(
      `loops ${variant}`,
      [
        ['later', LOOP],
        ['as it begins', 'while (true);'],
        ['in promises', 'setTimeout(async () => { while (true) await null; }, 50);'],
        [
          'after it changed what is built in',
          'performance.now = () => 0; MessagePort.prototype.postMessage = () => {}; Promise.resolve = () => {}; setTimeout(() => { for (;;); }, 50);',
        ],
      ] as const,
      1,
    ),
  )(
    'should end code without a guard that loops %s, with those that share its process, and have the next one running within four seconds',
    MEASURED,
    async (__, code) => {
      const { page, context } = await openSandboxPage(site());
      const others = await page.evaluate(async echo => {
        const { opened, open } = window.sandboxBench;
        const ids = [open(echo, 'other'), open(echo)];
        await Promise.all(ids.map(each => opened.get(each)!.sandbox.ready));
        return ids;
      }, ECHO);
      const { faults, after, gap } = await faultsOf(page, code, host);
      expect(faults).toEqual([{ kind: 'silent' }]);
      expectWithin(50, gap, 'page held up, ms');
      // Without a face it has a thread of its own; faces share one.
      const lost = await page.evaluate(
        ids =>
          ids.map(each => {
            const { sandbox, faults: found } = window.sandboxBench.opened.get(each)!;
            sandbox.stop();
            return found;
          }),
        others,
      );
      expect(lost).toEqual(host === undefined ? [[], []] : [faults, faults]);
      expect(await page.evaluate(() => window.sandboxBench.sandboxes.size)).toBe(0);
      const { ready, messages } = await echoes(page, host);
      expect(messages).toEqual([{ back: 1 }]);
      expectWithin(4_000, after + ready, 'until the next one runs, ms');
      await expect.poll(() => page.frames().length).toBe(1);
      const session = await context.newCDPSession(page);
      await expect.poll(() => remains(session)).toEqual([]);
    },
  );

  it.runIf(turnOf('lost processes').includes(variant))(
    'should notice that its process is gone, and the page goes on',
    async () => {
      const { page, context } = await openSandboxPage(site());
      await page.evaluate(
        ([code, where]) => window.sandboxBench.opened.get(window.sandboxBench.open(code, where))!.sandbox.ready,
        [ECHO, host] as const,
      );
      const outer = await context.newCDPSession(page);
      // Only a frame with a process of its own has a session of its own.
      const session = await context.newCDPSession(page.frames()[1]!);
      void session.send('Page.crash').catch(() => undefined);
      // The tools of the test take the page for gone as well; the browser does not.
      const { result } = await outer.send('Runtime.evaluate', {
        awaitPromise: true,
        returnByValue: true,
        expression: `(async () => {
        const { opened, open, until } = window.sandboxBench;
        const { faults } = [...opened.values()].at(-1);
        await until(() => faults.length > 0, 6000);
        const { sandbox, messages } = opened.get(open(${JSON.stringify(ECHO)}${host === undefined ? '' : `, '${host}'`}));
        await sandbox.ready;
        sandbox.transport.send({ back: 1 });
        await until(() => messages.length > 0, 3000);
        sandbox.stop();
        return { faults, messages };
      })()`,
      });
      expect(result.value).toEqual({ faults: [{ kind: 'silent' }], messages: [{ back: 1 }] });
    },
  );

  it.runIf(turnOf('floods').includes(variant)).each(
    slice(
      `floods ${variant}`,
      [
        [
          'all at once',
          'setTimeout(() => { for (let n = 0; n < 1e6; n++) transport.send({ n }); }, 50);',
          /faster than they could be handled/,
        ],
        [
          '100 000 a second',
          'let n = 0; const began = performance.now(); setInterval(() => { while (n < (performance.now() - began) * 100) transport.send({ n: n++ }); }, 5);',
          undefined,
        ],
        ['with large ones', 'setInterval(() => transport.send({ text: "x".repeat(2e6) }), 5);', undefined],
      ] as const,
      1,
    ),
  )('should not hold up the page when it sends messages %s', MEASURED, async (__, code, reason) => {
    const { page } = await openSandboxPage(site());
    const { faults, gap, open } = await faultsOf(page, code, host, reason === undefined ? 2_500 : 6_000);
    expectWithin(50, gap, 'page held up, ms');
    if (reason === undefined) return;
    expect(faults).toEqual([{ kind: 'error', message: expect.stringMatching(reason) as string, ended: true }]);
    expect(open).toBe(0);
  });

  it.runIf(turnOf('starts').includes(variant))(
    'should be started and stopped again and again and leave nothing',
    async () => {
      const { page, context } = await openSandboxPage(site());
      const session = await context.newCDPSession(page);
      const left = async (): Promise<object> => ({
        listeners: await listeners(session),
        frames: page.frames().length,
        workers: page.workers().length,
        elements: await page.locator('iframe').count(),
      });
      await echoes(page, host);
      const before = await left();
      const times = await page.evaluate(
        async ([code, where, rounds]) => {
          const took: number[] = [];
          for (let round = 0; round < rounds; round++) {
            const began = performance.now();
            const { sandbox } = window.sandboxBench.opened.get(window.sandboxBench.open(code, where))!;
            // Some are ended before they have begun.
            if (round % 4 !== 3) await sandbox.ready;
            took.push(performance.now() - began);
            sandbox.stop();
          }
          return took;
        },
        [ECHO, host, ROUNDS] as const,
      );
      expect(times).toHaveLength(ROUNDS);
      await expect.poll(left).toEqual(before);
      await expect.poll(() => remains(session)).toEqual([]);
    },
  );
});

it('should keep sandboxes apart', async () => {
  const { page } = await openSandboxPage(site());
  const received = await page.evaluate(async echo => {
    const { opened, open, until, sandboxes } = window.sandboxBench;
    const code = `${echo} globalThis.mine = Math.random(); transport.send({ before: localName() }); function localName() { return typeof globalThis.seen; } globalThis.seen = true; try { for (const each of parent.frames) each.seen = true; } catch {}`;
    const all = [open(code, 'host'), open(code, 'other'), open(code), open(code)].map(each => opened.get(each)!);
    await Promise.all(all.map(each => each.sandbox.ready));
    await until(() => all.every(each => each.messages.length === 1), 3_000);
    all[0]!.sandbox.stop();
    all[2]!.sandbox.stop();
    all[1]!.sandbox.transport.send({ second: true });
    all[3]!.sandbox.transport.send({ fourth: true });
    all[0]!.sandbox.transport.send({ nobody: true });
    await until(() => all[1]!.messages.length === 2 && all[3]!.messages.length === 2, 3_000);
    const { size } = sandboxes;
    sandboxes.dispose();
    return [size, all.map(each => each.messages)];
  }, ECHO);
  expect(received).toEqual([
    2,
    [
      [{ before: 'undefined' }],
      [{ before: 'undefined' }, { second: true }],
      [{ before: 'undefined' }],
      [{ before: 'undefined' }, { fourth: true }],
    ],
  ]);
});

it('should end code that talks to the page past its port', MEASURED, async () => {
  const { page } = await openSandboxPage(site());
  const flood = await faultsOf(
    page,
    'setInterval(() => { for (let n = 0; n < 1000; n++) top.postMessage({ n }, "*"); }, 5);',
    'host',
  );
  expect(flood.faults).toMatchObject([
    { message: 'The code sent messages to the page around it, so it was stopped.', ended: true },
  ]);
  expectWithin(50, flood.gap, 'page held up, ms');
});

it('should end code that leaves its frame', async () => {
  const { page } = await openSandboxPage(site());
  const addresses = ['/auth-frame', '/app-frame?again', `/t/${site().teamId}`, 'about:blank'];
  for (const address of slice('addresses that frames leave for', addresses, 2)) {
    const left = await faultsOf(page, `setTimeout(() => { location = ${JSON.stringify(address)}; }, 20);`, 'host');
    expect(left.faults, address).toMatchObject([
      { message: 'The code left its frame, so it was stopped.', ended: true },
    ]);
  }
});

/** Frames and workers of sandboxes that the browser still has. */
async function remains(session: CDPSession): Promise<readonly string[]> {
  return (await session.send('Target.getTargets')).targetInfos
    .map(each => `${each.type} ${each.url}`)
    .filter(each => /app-frame|blob:null/.test(each));
}

/** Listeners of the window for messages. */
async function listeners(session: CDPSession): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: '(getEventListeners(window).message ?? []).length',
    includeCommandLineAPI: true,
    returnByValue: true,
  });
  return result.value as number;
}
