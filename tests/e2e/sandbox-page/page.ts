import type { BundleRequest, BundleResult, Sandbox, SandboxFault } from '#core/sandbox/web/index.ts';
import { Bundler, Sandboxes } from '#core/sandbox/web/index.ts';
import type { AppBench } from './app-bench.ts';
import { appBench } from './app-bench.ts';

/** A sandbox that a test opened, and its messages. */
interface Opened {
  readonly sandbox: Sandbox;
  readonly messages: unknown[];
  readonly faults: SandboxFault[];
}

const bundler = new Bundler();
const sandboxes = new Sandboxes();
const opened = new Map<number, Opened>();
let next = 1;

async function stretch(milliseconds: number): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  const end = performance.now() + milliseconds;
  let most = 0;
  let last = performance.now();
  await new Promise<void>(resolve => {
    port1.onmessage = () => {
      const now = performance.now();
      most = Math.max(most, now - last);
      last = now;
      if (now < end) setTimeout(() => port2.postMessage(0), 1);
      else resolve();
    };
    port2.postMessage(0);
  });
  port1.close();
  return most;
}

/** Functions of the page for the tests: the product's own classes, in a page of the product's own server. */
const bench = {
  bundler,
  sandboxes,
  opened,
  bundle: (request: BundleRequest): Promise<BundleResult> => bundler.bundle(request),
  /** Opens code; with a face in the element of that id. Answers a number to name it by. */
  open(code: string, host?: string): number {
    const [messages, faults]: [unknown[], SandboxFault[]] = [[], []];
    const sandbox = sandboxes.open({
      code,
      title: 'Guest',
      ...(host === undefined ? {} : { host: document.getElementById(host)! }),
      onFault: fault => void faults.push(fault),
    });
    sandbox.transport.listen(message => void messages.push(message));
    opened.set(next, { sandbox, messages, faults });
    return next++;
  },
  /**
   * The largest time between two turns of this page: the median of three stretches of so many milliseconds, since other
   * programs get their turns too.
   */
  async gap(milliseconds: number): Promise<number> {
    const most = [await stretch(milliseconds), await stretch(milliseconds), await stretch(milliseconds)];
    return most.toSorted((a, b) => a - b)[1]!;
  },
  /** Waits until it holds; false when it does not within so many milliseconds. */
  async until(holds: () => boolean, milliseconds: number): Promise<boolean> {
    const end = performance.now() + milliseconds;
    while (!holds() && performance.now() < end) await new Promise(resolve => setTimeout(resolve, 10));
    return holds();
  },
};

export type SandboxBench = typeof bench;

declare global {
  interface Window {
    sandboxBench: SandboxBench;
    appBench: AppBench;
  }
}

window.sandboxBench = bench;
window.appBench = appBench(bundler, sandboxes);
