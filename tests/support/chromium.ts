import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { browserProgram } from './headless-shell.ts';

/** Keeps the browser from connecting ahead of time. */
const QUIET = '--disable-background-networking';
/** Sandboxed frames have processes of their own, as in the browsers of people: one that hangs holds up nothing else. */
const APART = ['--site-per-process', '--enable-features=CDPScreenshotNewSurface,IsolateSandboxedIframes'];
/**
 * Code stays as it was compiled first, but for functions and loops that run some forty times longer than what a browser
 * compiles again in the background for speed: a page of a test does not live to profit from the rest. It changes no
 * result. V8 ignores flags it does not know, and both counts are needed: see `v8.TurbofanTask` in a trace of a page.
 */
const MOSTLY_AS_COMPILED =
  '--js-flags=--liftoff-only --no-maglev --no-sparkplug --invocation-count-for-turbofan=100000 --invocation-count-for-maglev=20000';
const FLAGS = [
  ...APART,
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  QUIET,
  '--disable-component-update',
  '--disable-sync',
  '--allow-loopback-in-peer-connection',
  MOSTLY_AS_COMPILED,
];

/** Starts a browser. A speculative one connects ahead of time, as the browsers of people do. */
export async function launch(speculative: boolean): Promise<Browser> {
  const { path, env } = await browserProgram();
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: FLAGS.filter(each => !speculative || each !== QUIET),
    ...(speculative ? { ignoreDefaultArgs: [QUIET] } : {}),
  });
}
