import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { stillOpened, takeOpened } from './still-open.ts';
import { livingTimers } from './timer-watch.ts';

/** Milliseconds that the ends of sockets and processes may take to arrive. */
const SETTLE_MS = 5_000;

/** Variables that Vitest sets for a file and sharp when it is loaded. */
const OF_OTHERS = /^VITEST_|^VIPSHOME$/;

interface Handle {
  readonly listening?: boolean;
  readonly spawnfile?: string;
  readonly pid?: number;
  readonly remoteAddress?: string;
  readonly remotePort?: number;
  readonly constructor: { readonly name: string };
  address?(): unknown;
}

/** Test files of a worker share one process: each must leave it as it found it. */
const handles = (): readonly Handle[] =>
  (process as unknown as { _getActiveHandles(): readonly Handle[] })._getActiveHandles();

let before: {
  readonly handles: ReadonlySet<Handle>;
  readonly timers: ReadonlySet<object>;
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
};

beforeAll(() => {
  before = {
    handles: new Set(handles()),
    timers: new Set(livingTimers().keys()),
    environment: { ...process.env },
    folder: process.cwd(),
  };
});

afterAll(async () => {
  const until = performance.now() + SETTLE_MS;
  while (left().length > 0 && performance.now() < until) await pause(10);
  const found = left();
  takeOpened();
  if (found.length > 0) throw new Error(`This file left open:\n${found.map(each => `  ${each}`).join('\n')}`);
});

function left(): readonly string[] {
  return [
    ...stillOpened(),
    ...handles()
      .filter(each => !before.handles.has(each))
      .map(nameOf),
    ...[...livingTimers()]
      .filter(([timer]) => !before.timers.has(timer))
      .map(([, place]) => `a timer that goes on, made\n${place()}`),
    ...[...new Set([...Object.keys(process.env), ...Object.keys(before.environment)])]
      .filter(each => !OF_OTHERS.test(each) && process.env[each] !== before.environment[each])
      .map(each => `a change of process.env.${each}`),
    ...(process.cwd() === before.folder ? [] : [`the working folder ${process.cwd()}`]),
  ];
}

function nameOf(handle: Handle): string {
  if (handle.spawnfile !== undefined) return `process ${handle.pid} (${handle.spawnfile})`;
  if (handle.listening !== undefined) return `a server that listens on ${JSON.stringify(handle.address?.())}`;
  if (handle.remotePort !== undefined) return `a connection to ${handle.remoteAddress}:${handle.remotePort}`;
  return `a ${handle.constructor.name}`;
}
