import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '#core/base/common/index.ts';
import { isIsolating, isolate, launch, systemPython } from './guest-isolation.ts';
import python from './guest-python.py?raw';

export type GuestLanguage = 'typescript' | 'python';

/** Milliseconds for which a started process waits for its code. */
const SPARE_MS = 10 * 60_000;
const MEGABYTE = 1024 * 1024;
/** Bytes of address space that Python itself takes. */
const PYTHON_BYTES = 160 * MEGABYTE;
/** Seconds of processor time of one Python process, beside the time limit of each call. */
const PYTHON_SECONDS = 600;

/** A process without code, so that the next sandbox need not wait for its start. */
let spare: ChildProcess | undefined;
let starting: Promise<void> | undefined;

/** Why Python cannot run on this machine, for people; undefined where it can. */
export async function pythonProblem(): Promise<string | undefined> {
  if (systemPython() === undefined) return 'Python cannot run here: /usr/bin/python3 is not installed on the server.';
  if (!(await isIsolating()))
    return 'Python cannot run here: the server lacks bubblewrap, or may not make user namespaces, so nothing would contain the code.';
  return undefined;
}

/** Starts a process for code, or takes the one that is ready. @throws Fault PYTHON_OFF (422) */
export async function startGuest(language: GuestLanguage, memoryMb: number): Promise<ChildProcess> {
  if (language === 'python') return startPython(memoryMb);
  await starting;
  const ready = spare;
  spare = undefined;
  const taken = ready?.exitCode === null && ready.signalCode === null ? ready : await startNode();
  hold(taken, true);
  return taken;
}

/** Starts a process for TypeScript that the next sandbox takes, unless one is ready. */
export function prepareGuest(): void {
  // The next sandbox starts its own when this fails.
  if (spare === undefined) starting ??= keepSpare().finally(() => (starting = undefined));
}

async function keepSpare(): Promise<void> {
  const child = await startNode().catch(() => undefined);
  if (child === undefined) return;
  spare = child;
  hold(child, false);
  const timer = setTimeout(() => {
    if (spare !== child) return;
    spare = undefined;
    child.kill('SIGKILL');
  }, SPARE_MS);
  timer.unref();
}

/** Sets whether a process keeps the server running. */
function hold(child: ChildProcess, holds: boolean): void {
  for (const each of [child, child.stdin as Socket | null, child.stdout as Socket | null])
    if (holds) each?.ref();
    else each?.unref();
}

async function startPython(memoryMb: number): Promise<ChildProcess> {
  const problem = await pythonProblem();
  if (problem !== undefined) throw new Fault('PYTHON_OFF', problem, { status: 422 });
  // Isolated mode: no site packages, no user folder, no environment.
  const command = { file: systemPython()!, words: ['-I', '-S', '-B', '-c', python] };
  const contained = await isolate(command, {
    readable: [],
    addressSpace: memoryMb * MEGABYTE + PYTHON_BYTES,
    cpuSeconds: PYTHON_SECONDS,
    processes: 32,
    ownUser: true,
  });
  return launch(contained!);
}

async function startNode(): Promise<ChildProcess> {
  const file = processFile();
  const entry = createRequire(import.meta.url).resolve('quickjs-emscripten-core');
  const packages = entry.slice(0, entry.lastIndexOf('quickjs-emscripten-core') - 1);
  const readable = [dirname(file), packages, join(dirname(packages), 'package.json')];
  const [major] = process.versions.node.split('.').map(Number);
  const command = {
    file: process.execPath,
    words: [
      major! >= 24 ? '--permission' : '--experimental-permission',
      ...readable.map(each => `--allow-fs-read=${each}`),
      '--max-old-space-size=96',
      '--disallow-code-generation-from-strings',
      '--no-warnings',
      file,
    ],
  };
  const limits = { readable: [process.execPath, ...readable], processes: 64, ownUser: false };
  return launch((await isolate(command, limits)) ?? command);
}

/**
 * The built process lies beside the server's entry, and this module may be in a chunk one folder below. Run from
 * source, it is here.
 */
function processFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = [here, dirname(here)].map(folder => join(folder, 'guest-process.js')).find(existsSync);
  return built ?? resolve(here, 'guest-process.mjs');
}
