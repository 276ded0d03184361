import { afterEach, expect, it } from 'vitest';
import type { CodeOptions } from './code-sandbox.ts';
import { CodeSandbox } from './code-sandbox.ts';

const open: CodeSandbox[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function sandbox(body: string, options: Partial<CodeOptions> = {}): Promise<CodeSandbox> {
  const text = `globalThis.runGuest = async json => { const input = JSON.parse(json); const value = await (async () => {\n${body}\n})(); return JSON.stringify(value ?? null); };`;
  const made = await CodeSandbox.open({
    scripts: [{ name: 'guest.js', text }],
    memoryMb: 64,
    timeMs: 1_000,
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
  expect(await made.call({ n: 4 })).toEqual({ result: 9, log: ['info got {"n":4}'] });
  expect(await made.call({ n: 5 })).toMatchObject({ result: 11 });
});

it.each([
  ['a loop', 'for (;;);', 'TIMEOUT'],
  ['a loop that catches', 'for (;;) try { for (;;); } catch {}', 'TIMEOUT'],
  ['a flood of promises', 'const f = () => Promise.resolve().then(f); await f();', 'TOO_MANY_JOBS'],
  ['a wait for ever', 'await new Promise(() => {});', 'NEVER_SETTLED'],
  ['a host call that never ends', `await callHost('never');`, 'TIMEOUT'],
  ['arrays without end', 'const all = []; for (;;) all.push(new Array(100000).fill(1));', 'OUT_OF_MEMORY'],
  ['buffers without end', 'const all = []; for (;;) all.push(new ArrayBuffer(1e7));', 'OUT_OF_MEMORY'],
  ['a large result', `return 'x'.repeat(300000);`, 'RESULT_TOO_LARGE'],
])('should end %s', async (_, body, code) => {
  const made = await sandbox(body, { host: { never: () => new Promise(() => undefined) } });
  expect(await made.call(null)).toMatchObject({ fault: { code } });
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
