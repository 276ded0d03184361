import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { slice } from '../support/run-plan.ts';
import type { SandboxAttack } from './sandbox-attacks.ts';
import { frameAttacks, workerAttacks } from './sandbox-attacks.ts';
import { openSandboxPage } from './sandbox-steps.ts';
import { Witness } from './sandbox-witness.ts';

const site = openSite([{ email: 'ana@sandbox-attacks.test', name: 'Ana North', team: 'North' }], { speculative: true });
/** Time that what an attack began has to arrive, milliseconds. */
const ATTACK_MS = 300;
const SETTLE_MS = 2_000;

let witness: Witness;
beforeAll(async () => {
  witness = await Witness.open();
});
afterAll(() => witness.close());
beforeEach(() => witness.forget());

/**
 * The attacks of this run. Both browsers and the plain page get the same, so that none passes for want of a witness.
 */
const ofWorkers = (): readonly SandboxAttack[] => slice('attacks of workers', workerAttacks(witness), 4);
const ofFrames = (): readonly SandboxAttack[] => slice('attacks of frames', frameAttacks(witness), 8);

/** Number of attacks that run beside one another. */
const AT_ONCE = 4;

/**
 * Runs attacks in sandboxes of the product: those of workers without a face, those of frames with one. Returns, by name,
 * the contacts of each and its findings.
 */
async function sealed(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, string[]> = {};
  const attacks = [
    ...ofWorkers().map(each => ({ ...each, host: undefined })),
    ...ofFrames().map(each => ({ ...each, host: 'host' })),
  ];
  const rest = [...attacks];
  const run = async ({ name, code, host }: (typeof attacks)[number]): Promise<void> => {
    const leaks = await page.evaluate(
      async ([text, where, milliseconds]) => {
        const channel = new BroadcastChannel('loupe-attack');
        const got: string[] = [];
        channel.onmessage = () => void got.push('leak over a channel');
        const { sandbox, messages, faults } = window.sandboxBench.opened.get(window.sandboxBench.open(text, where))!;
        await sandbox.ready.catch(() => undefined);
        await new Promise(resolve => setTimeout(resolve, milliseconds));
        sandbox.stop();
        channel.close();
        if (faults.some(each => each.kind === 'error' && each.message.startsWith('The sandbox did not start')))
          got.push('did not start');
        return [...got, ...messages.map(each => `leak ${(each as { readonly leak: string }).leak}`)];
      },
      [code, host, ATTACK_MS] as const,
    );
    if (leaks.length > 0) found[name] = leaks;
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) await run(next);
    }),
  );
  await page.waitForTimeout(SETTLE_MS);
  for (const { name } of attacks) {
    const requests = witness.requestsOf(name);
    if (requests.length > 0) found[name] = [...(found[name] ?? []), ...requests];
  }
  return found;
}

it('should send nobody anything from a sandbox, and get at nothing, with and without a face', async () => {
  const { page, context } = await openSandboxPage(site());
  const before = page.url();
  expect(await sealed(page)).toEqual({});
  expect(page.url()).toBe(before);
  expect(await page.title()).toBe('Sandboxes');
  expect(context.pages()).toHaveLength(1);
  expect(page.frames()).toHaveLength(1);
});

/**
 * Attacks of which a browser without connection allowlists lets the address of the host be seen: it connects before it
 * asks the policy. Nothing is sent.
 */
const CONNECTS =
  /^frame: (download|frame|frame moved from outside|frame of text that moves|frameset|link clicked|meta refresh|own navigation|own navigation with a name|own replacement|object|embed|form|preconnect)$/;

it('should send nobody anything from a sandbox, and get at nothing, in a browser that knows no connection allowlists', async () => {
  const { page } = await openSandboxPage(site());
  let served = 0;
  await page.route('**/app-frame*', async route => {
    const response = await route.fetch();
    const { 'connection-allowlist': allowlist, ...headers } = response.headers();
    expect(allowlist).toBe('()');
    served++;
    await route.fulfill({ response, headers });
  });
  const found = await sealed(page);
  expect(served).toBeGreaterThanOrEqual(ofWorkers().length + ofFrames().length);
  expect(Object.entries(found).filter(([name, requests]) => !CONNECTS.test(name) || requests.join() !== 'tcp')).toEqual(
    [],
  );
});

describe('the same code in a plain page', () => {
  let server: Server;
  let leaks: Set<string>;
  beforeAll(async () => {
    leaks = new Set();
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://x');
      const leaked = url.searchParams.get('leak');
      if (leaked !== null) leaks.add(leaked);
      response.setHeader('content-type', url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end(
        url.pathname === '/'
          ? '<title>Around</title><iframe src="/inner" name="x"></iframe>'
          : url.pathname === '/inner'
            ? '<!doctype html><title>Inner</title><body>'
            : '',
      );
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Returns the names of the attacks that came to nothing there. */
  async function harmless(): Promise<readonly string[]> {
    const attacks = [
      ...ofWorkers().map(each => ({ ...each, inWorker: true })),
      ...ofFrames().map(each => ({ ...each, inWorker: false })),
    ];
    const home = `http://localhost:${(server.address() as AddressInfo).port}`;
    const rest = [...attacks];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let each = rest.shift(); each !== undefined; each = rest.shift()) {
          const { page, context, allow } = await site().visit({ serviceWorkers: 'allow' });
          allow(/./);
          await page.goto(home);
          const leak = `${home}/?leak=${encodeURIComponent(each.name)}`;
          await page.evaluate(address => {
            new BroadcastChannel('loupe-attack').onmessage = () => void fetch(address);
          }, leak);
          const transport = `{ send: () => { fetch(${JSON.stringify(leak)}, { mode: 'no-cors', keepalive: true }); } }`;
          const code = `(transport => {${each.code}\n})(${transport})`;
          await page
            .frame('x')!
            .evaluate(
              ([text, worker]) => {
                if (worker)
                  (window as { kept?: Worker }).kept = new Worker(
                    URL.createObjectURL(new Blob([text], { type: 'text/javascript' })),
                  );
                // What it throws is its own affair; it does so in a later turn, so that nobody waits for a page that is
                // gone.
                else setTimeout(() => new Function(text)());
              },
              [code, each.inWorker] as const,
            )
            .catch(() => undefined);
          // A leak arrives at once on an idle machine; a busy one has its time.
          const tries = each.plain ? 1_000 : 9;
          for (
            let wait = 0;
            wait < tries && witness.requestsOf(each.name).length === 0 && !leaks.has(each.name);
            wait++
          )
            await new Promise(resolve => setTimeout(resolve, 50));
          await context.close();
        }
      }),
    );
    return attacks
      .filter(each => each.plain && witness.requestsOf(each.name).length === 0 && !leaks.has(each.name))
      .map(each => each.name);
  }

  it('should reach the witness from workers and frames', async () => {
    expect(await harmless()).toEqual([]);
  });
});
