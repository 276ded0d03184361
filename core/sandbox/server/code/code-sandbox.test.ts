import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, expect, it, vi } from 'vitest';
import { guestProcesses, killGuests } from '#tests/support/guest-processes.ts';
import type { CodeOptions } from './code-sandbox.ts';
import { CodeSandbox, NOT_BEGUN } from './code-sandbox.ts';
import { pythonProblem } from './guest-start.ts';

const python = (await pythonProblem()) === undefined;

/** A time limit that no code here reaches even on a busy machine, and one for code that must reach it. */
const [LONG_MS, SHORT_MS] = [60_000, 1_000];

const open: CodeSandbox[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function sandbox(body: string, options: Partial<CodeOptions> = {}): Promise<CodeSandbox> {
  const text = `globalThis.runGuest = async json => { const input = JSON.parse(json); const value = await (async () => {\n${body}\n})(); return JSON.stringify(value ?? null); };`;
  const made = await CodeSandbox.open({
    scripts: [{ name: 'guest.js', text }],
    memoryMb: 64,
    timeMs: LONG_MS,
    host: {},
    ...options,
  });
  open.push(made);
  return made;
}

it('should run code with host calls and keep its log', async () => {
  const made = await sandbox(`console.log('got', input); return (await callHost('double', input.n)) + 1;`, {
    host: { double: value => Promise.resolve((value as number) * 2) },
  });
  expect(await made.call({ n: 4 })).toEqual({
    result: 9,
    log: ['info got {"n":4}'],
    memory: 16 * 1024 * 1024,
    ms: expect.any(Number),
  });
  expect(await made.call({ n: 5 })).toMatchObject({ result: 11 });
});

it('should start another process when the one that was ready has just ended', async () => {
  await (await sandbox('')).call(null);
  // The call had another one made ready.
  await vi.waitFor(() => expect(guestProcesses().length).toBeGreaterThan(1), { timeout: LONG_MS, interval: 20 });
  killGuests();
  expect(await (await sandbox('return 1;')).call(null)).toMatchObject({ result: 1 });
});

it('should have begun no call of a process that ended before its scripts had run', async () => {
  const made = await sandbox('', { scripts: [{ name: 'guest.js', text: 'for (;;);' }] });
  const calls = [made.call(1), made.call(2)];
  killGuests();
  for (const each of calls) expect(await each).toMatchObject({ fault: { code: NOT_BEGUN } });
});

it.each([
  ['a loop', 'for (;;);'],
  ['a loop that catches', 'for (;;) try { for (;;); } catch {}'],
  ['a host call that never ends', `await callHost('never');`],
])('should end %s at the time limit', async (_, body) => {
  const made = await sandbox(body, { timeMs: SHORT_MS, host: { never: () => new Promise(() => undefined) } });
  expect(await made.call(null)).toMatchObject({ fault: { code: 'TIMEOUT' } });
});

it.each([
  ['a wait for ever', 'await new Promise(() => {});', 'NEVER_SETTLED'],
  ['a large result', `return 'x'.repeat(300000);`, 'RESULT_TOO_LARGE'],
  ['a flood of promises', 'const f = () => Promise.resolve().then(f); await f();', 'TOO_MANY_JOBS'],
  ['arrays without end', 'const all = []; for (;;) all.push(new Array(100000).fill(1));', 'OUT_OF_MEMORY'],
  ['buffers without end', 'const all = []; for (;;) all.push(new ArrayBuffer(1e7));', 'OUT_OF_MEMORY'],
])('should end %s before the time limit', async (_, body, code) => {
  const made = await sandbox(body);
  expect(await made.call(null)).toMatchObject({ fault: { code } });
});

it('should make host calls in the context of the call, whichever request started the process', async () => {
  const request = new AsyncLocalStorage<string>();
  const host = { who: () => Promise.resolve(request.getStore()) };
  const made = await request.run('first', () => sandbox(`return callHost('who');`, { host }));
  expect(await request.run('second', () => made.call(null))).toMatchObject({ result: 'second' });
  // Takes the process that was made ready meanwhile.
  const next = await request.run('third', () => sandbox(`return callHost('who');`, { host }));
  expect(await request.run('fourth', () => next.call(null))).toMatchObject({ result: 'fourth' });
});

it('should run calls one after the other, and begin none behind one that ends the sandbox', async () => {
  const request = new AsyncLocalStorage<number>();
  const host = { who: () => Promise.resolve(request.getStore()) };
  const made = await sandbox(
    `console.log(input); if (input === 3) { const all = []; for (;;) all.push(new ArrayBuffer(1e7)); } return [input, await callHost('who')];`,
    { host },
  );
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(each => request.run(each, () => made.call(each))));
  expect(outcomes.slice(0, 2)).toMatchObject([
    { result: [1, 1], log: ['info 1'] },
    { result: [2, 2], log: ['info 2'] },
  ]);
  expect(outcomes.slice(2)).toMatchObject([
    { fault: { code: 'OUT_OF_MEMORY' }, log: ['info 3'] },
    { fault: { code: 'NOT_BEGUN' } },
    { fault: { code: 'NOT_BEGUN' } },
  ]);
});

it('should report the place of an error, and go on with the next call', async () => {
  const made = await sandbox(`if (input === 1) throw new TypeError('no');\nreturn input;`);
  expect(await made.call(1)).toMatchObject({ fault: { code: 'THROWN', name: 'TypeError', message: 'no' } });
  const first = await made.call(1);
  expect('fault' in first ? first.fault.stack : '').toContain('guest.js:2');
  expect(await made.call(2)).toMatchObject({ result: 2 });
});

it('should leave nothing of the server within reach', async () => {
  const made = await sandbox(`
    const reach = Function('return this')();
    return {
      names: ['process', 'require', 'fetch', 'WebAssembly', 'setTimeout', 'std', 'os', 'host', 'note'].filter(each => each in reach),
      imported: await import('node:fs').then(() => 'yes', () => 'no'),
      call: await callHost('constructor').then(() => 'yes', error => error.name),
    };`);
  expect(await made.call(null)).toMatchObject({ result: { names: [], imported: 'no', call: 'NOT_FOUND' } });
});

it('should hide unexpected errors of the host', async () => {
  const made = await sandbox(`return callHost('broken').catch(error => error.message);`, {
    host: { broken: () => Promise.reject(new Error('password of the database')) },
  });
  expect(await made.call(null)).toMatchObject({ result: 'The call failed.' });
});

/** Returns a sandbox whose `run_guest` is the body of a Python function of `value`. */
async function pythonSandbox(body: string, options: Partial<CodeOptions> = {}): Promise<CodeSandbox> {
  const lines = body.split('\n').map(line => `    ${line}`);
  const text = `import json\ndef handler(value):\n${lines.join('\n')}\ndef run_guest(text):\n    return json.dumps(handler(json.loads(text)))\n`;
  const made = await CodeSandbox.open({
    language: 'python',
    scripts: [{ name: 'main.py', text }],
    memoryMb: 64,
    timeMs: LONG_MS,
    host: {},
    ...options,
  });
  open.push(made);
  return made;
}

it.skipIf(python)('should refuse Python where nothing would contain it', async () => {
  await expect(pythonSandbox('return 1')).rejects.toMatchObject({ code: 'PYTHON_OFF', status: 422 });
});

it.runIf(python)('should run Python with host calls, its log, and the line of an error', async () => {
  const made = await pythonSandbox(
    `print('got', value)\nreturn call_host('double', value) + 1 if value else value['x']`,
    { host: { double: value => Promise.resolve((value as number) * 2) } },
  );
  expect(await made.call(4)).toMatchObject({ result: 9, log: ['info got 4'], memory: expect.any(Number) });
  expect(await made.call(0)).toMatchObject({
    fault: { code: 'THROWN', name: 'TypeError', stack: 'at handler (main.py:4)\nat run_guest (main.py:6)' },
  });
});

it.runIf(python)('should let Python import and open its files, and name the file of an error', async () => {
  const made = await pythonSandbox('import rules\nreturn rules.half(value)', {
    files: [
      {
        name: 'rules.py',
        text: 'import json\ndef half(value):\n    return json.load(open("limits.json"))[value] / 2\n',
      },
      { name: 'limits.json', text: '{"a": 8}' },
    ],
  });
  expect(await made.call('a')).toMatchObject({ result: 4 });
  expect(await made.call('b')).toMatchObject({
    fault: { name: 'KeyError', stack: 'at half (rules.py:3)\nat handler (main.py:4)\nat run_guest (main.py:6)' },
  });
});

it.runIf(python).each([
  ['a loop', 'while True: pass'],
  ['a loop that catches', 'while True:\n    try:\n        while True: pass\n    except BaseException: pass'],
  [
    'a thread that goes on',
    'import threading\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\nwhile True: pass',
  ],
])('should end Python with %s at the time limit', async (_, body) => {
  const made = await pythonSandbox(body, { timeMs: SHORT_MS });
  expect(await made.call(null)).toMatchObject({ fault: { code: 'TIMEOUT' } });
});

it.runIf(python).each([
  ['memory without end', 'return len([bytearray(10000000) for _ in range(100)])', 'OUT_OF_MEMORY'],
  ['a large result', `return 'x' * 300000`, 'RESULT_TOO_LARGE'],
  ['an exit', 'import os\nos._exit(0)', 'SANDBOX_LOST'],
  ['a line without end', `import os\nfor _ in range(100): os.write(4, b'x' * 100000)`, 'SANDBOX_LOST'],
  [
    'a message of its own',
    `import os\nos.write(4, b'{"kind":"done","fault":{"code":{"toString":1}},"lines":[{"toString":1}]}\\n')\nwhile True: pass`,
    '{"toString":1}',
  ],
])('should end Python with %s before the time limit', async (_, body, code) => {
  const made = await pythonSandbox(body);
  expect(await made.call(null)).toMatchObject({ fault: { code } });
});
