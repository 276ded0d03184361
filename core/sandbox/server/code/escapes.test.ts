import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endingAttacks, processAttacks, pythonAttacks, REACHED, scriptAttacks } from './attacks.support.ts';
import { CodeSandbox } from './code-sandbox.ts';
import { isIsolating, isolate, launch } from './guest-isolation.ts';
import { pythonProblem } from './guest-start.ts';

const CANARY = 'CANARY-7b1d44e0';
const [isolating, python] = [await isIsolating(), (await pythonProblem()) === undefined];

let connections = 0;
const witness = createServer(socket => {
  connections += 1;
  socket.on('error', () => undefined).destroy();
});
const datagrams = createSocket('udp4', () => (connections += 1));
let port: number;
let folder: string;
let file: string;
const host = { echo: (value: unknown) => Promise.resolve(value), fails: () => Promise.reject(new Error(CANARY)) };

beforeAll(async () => {
  process.env['LOUPE_TEST_SECRET'] = CANARY;
  folder = await mkdtemp(join(tmpdir(), 'loupe-escapes-'));
  file = join(folder, 'secret.txt');
  await writeFile(file, CANARY);
  await new Promise<void>(resolve => witness.listen(0, '127.0.0.1', resolve));
  ({ port } = witness.address() as AddressInfo);
  await new Promise<void>(resolve => datagrams.bind(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  delete process.env['LOUPE_TEST_SECRET'];
  witness.close();
  datagrams.close();
  await rm(folder, { recursive: true });
});

async function sandbox(body: string, timeMs: number): Promise<CodeSandbox> {
  const text = `${REACHED}\nconst WITNESS = 'http://127.0.0.1:${port}/';\nconst { parse, stringify } = JSON;\n${body}`;
  return CodeSandbox.open({ scripts: [{ name: 'guest.js', text }], memoryMb: 64, timeMs, host });
}

it('should find powers where there are some, so that finding none says something', () => {
  const reached = runInThisContext(`(() => { ${REACHED} return reached; })()`) as (thing: unknown) => string[];
  expect(reached(globalThis)).toEqual(expect.arrayContaining(['process', 'fetch', 'WebAssembly', 'Buffer']));
});

it('should let no attack on the script sandbox through', async () => {
  const bodies = scriptAttacks.map(([, body]) => `async () => {\n${body}\n}`).join(',\n');
  const made = await sandbox(
    `const attacks = [${bodies}];\nglobalThis.runGuest = async json => stringify(await attacks[parse(json)]());`,
    60_000,
  );
  const through: unknown[] = [];
  for (const [at, [name]] of scriptAttacks.entries()) {
    const outcome = await made.call(at);
    const got = 'result' in outcome ? outcome.result : outcome.fault;
    if (JSON.stringify(got) !== '[]' || JSON.stringify(outcome).includes(CANARY)) through.push([name, outcome]);
  }
  made.close();
  expect(through).toEqual([]);
  expect(scriptAttacks.length).toBe(39);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(connections).toBe(0);
});

it.each(endingAttacks)('should end %s', async (_, body, code) => {
  const made = await sandbox(`globalThis.runGuest = async () => stringify(await (async () => {\n${body}\n})());`, 500);
  const outcome = await made.call(null);
  expect('fault' in outcome ? outcome.fault.code : outcome).toMatch(code);
  made.close();
});

it.runIf(isolating)('should hold Node with all its powers by the operating system', async () => {
  const program = { file: process.execPath, words: ['-e', processAttacks(process.pid, port, file)] };
  const limits = { readable: [process.execPath], processes: 64, ownUser: false };
  const child = launch((await isolate(program, limits))!);
  const outcomes = (await json(child.stdout!)) as Record<string, string>;
  expect(Object.entries(outcomes).filter(([, each]) => each !== 'held')).toEqual([]);
  expect(Object.keys(outcomes).length).toBe(17);
  expect(connections).toBe(0);
});

it.runIf(python)('should hold Python with all its powers by the operating system', async () => {
  const lines = pythonAttacks(process.pid, port, file)
    .split('\n')
    .map(line => `    ${line}`);
  const text = `import json\ndef attack():\n${lines.join('\n')}\ndef run_guest(_):\n    return json.dumps(attack())\n`;
  const made = await CodeSandbox.open({
    language: 'python',
    scripts: [{ name: 'main.py', text }],
    memoryMb: 128,
    timeMs: 60_000,
    host,
  });
  const outcome = await made.call(null);
  made.close();
  expect(outcome).toMatchObject({ result: expect.anything() });
  const { result } = outcome as { readonly result: Record<string, string> };
  expect(Object.entries(result).filter(([, each]) => each !== 'held')).toEqual([]);
  expect(Object.keys(result).length).toBe(23);
  expect(connections).toBe(0);
});
