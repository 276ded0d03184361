import { describe, expect, it } from 'vitest';
import { guardLoops } from './loop-guard.ts';

const MS = 60;
/** Runs a script as a sandbox does. Returns the messages it sends. */
const run = (code: string, sent: unknown[] = []): unknown[] => {
  // oxlint-disable-next-line no-new-func
  new Function('transport', guardLoops(code, MS).code)({ send: (value: unknown) => void sent.push(value) });
  return sent;
};
const STOPPED = /ran longer than 0\.06 s/;

describe('a guarded script', () => {
  it.each([
    ['while', 'while (true);'],
    ['while with a body', 'let x = 0; while (true) { x++; }'],
    ['do', 'do; while (true)'],
    ['do without a semicolon', 'let x = 0\ndo x++\nwhile (true)'],
    ['for', 'for (;;);'],
    ['for of', 'for (const x of (function* () { while (true) yield 1; })()) x;'],
    [
      'for of without end',
      'const endless = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }; for (const x of endless);',
    ],
    [
      'for in, again and again',
      'const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [at, 1])); function again() { for (const x in many) again(); } again();',
    ],
    ['labelled', 'outer: for (;;) { for (;;) continue outer; }'],
    ['nested one-liners', 'for (;;) for (;;) if (false) break;'],
    ['functions', 'function down(n) { if (n > 0) { down(n - 1); down(n - 1); } } down(60);'],
    ['arrows', 'const down = n => n > 0 ? down(n - 1) + down(n - 1) : 0; down(60);'],
    ['arrows of objects', 'const down = n => ({ a: n > 0 ? [down(n - 1), down(n - 1)] : 0 }); down(60);'],
    ['methods', 'class A { down(n) { if (n > 0) { this.down(n - 1); this.down(n - 1); } } } new A().down(60);'],
    ['getters', 'const a = { n: 60, get down() { if (this.n-- > 0) { this.down; this.down; } this.n++; } }; a.down;'],
    [
      'constructors',
      'class A {} class B extends A { constructor(n) { super(); if (n > 0) { new B(n - 1); new B(n - 1); } } } new B(60);',
    ],
    ['what catches', 'while (true) { try { while (true); } catch {} }'],
    ['what catches at the end', 'for (;;) { try { for (;;); } finally { continue; } }'],
    ['callbacks', '[1].forEach(function again() { [1, 2].forEach(again); });'],
  ])('should be stopped in %s', (_, code) => {
    expect(() => run(code)).toThrow(/ran longer than 0\.06 s|Maximum call stack/);
  });

  it('should be stopped in async functions, also when it waits on what is there', async () => {
    const sent: unknown[] = [];
    // oxlint-disable-next-line no-new-func
    const forever = new Function(
      'transport',
      guardLoops('return (async () => { while (true) await null; })()', MS).code,
    ) as (transport: object) => Promise<never>;
    await expect(forever({ send: (value: unknown) => sent.push(value) })).rejects.toThrow(STOPPED);
    // oxlint-disable-next-line no-new-func
    const streaming = new Function(
      'transport',
      guardLoops('return (async () => { for await (const x of (async function* () { for (;;) yield 1; })()); })()', MS)
        .code,
    ) as (transport: object) => Promise<never>;
    await expect(streaming({})).rejects.toThrow(STOPPED);
  });

  it('should have all its time again in each turn', async () => {
    const sent: unknown[] = [];
    // oxlint-disable-next-line no-new-func
    new Function(
      'transport',
      'setTimeout',
      guardLoops(
        'const turn = n => { const end = performance.now() + 150; while (performance.now() < end); transport.send(n); if (n < 4) setTimeout(() => turn(n + 1), 0); }; turn(1);',
        400,
      ).code,
    )({ send: (value: unknown) => void sent.push(value) }, setTimeout);
    // Each turn takes less than its time, all together take more.
    await expect.poll(() => sent, { timeout: 4000 }).toEqual([1, 2, 3, 4]);
  });

  it('should look at the clock often where each round is slow', () => {
    const rounds: unknown[] = [];
    const code =
      'const wait = new Int32Array(new SharedArrayBuffer(4)); while (true) { Atomics.wait(wait, 0, 0, 5); transport.send(1); }';
    expect(() => run(code, rounds)).toThrow(STOPPED);
    // Each takes 5 ms or more, so 12 are over the limit.
    expect(rounds.length).toBeLessThan(30);
  });

  it.each([
    ['values', 'let sum = 0; for (const x of [1, 2, 3]) sum += x; transport.send(sum);', [6]],
    ['arrows in arrows', 'transport.send((a => b => c => a + b + c)(1)(2)(3));', [6]],
    ['objects and sequences', 'transport.send((x => ({ x }))(1).x + (x => (x, 2))(1));', [3]],
    ['directives', 'function strict() { "use strict"; return this === undefined; } transport.send(strict());', [true]],
    ['a directive at the top', '"use strict"; transport.send((function () { return this === undefined; })());', [true]],
    [
      'labels and breaks',
      'let n = 0; outer: for (let a = 0; a < 3; a++) { for (let b = 0; b < 3; b++) { if (b === 1) continue outer; n++; } } transport.send(n);',
      [3],
    ],
    ['else after a loop', 'if (false) for (;;); else transport.send("else");', ['else']],
    ['generators', 'transport.send([...(function* () { yield 1; yield 2; })()].length);', [2]],
    ['its own use of the name', 'const __turn = 5; for (const x of [1]) transport.send(__turn);', [5]],
    ['default parameters', 'transport.send(((a, b = (() => a + 1)()) => b)(1));', [2]],
  ])('should keep %s as they are', (_, code, expected) => {
    expect(run(code)).toEqual(expected);
  });

  it('should keep its lines, and say where it put something in', () => {
    const code = 'for (;;) {\n  const f = x => x + 1;\n  break;\n}\n';
    const { code: guarded, insertions } = guardLoops(code, MS);
    expect(guarded.split('\n')).toHaveLength(code.split('\n').length);
    const lines = code.split('\n');
    for (const [index, line] of guarded.split('\n').entries()) {
      expect(line.length).toBe(
        lines[index]!.length +
          insertions.filter(each => each.line === index).reduce((sum, each) => sum + each.length, 0),
      );
    }
  });

  it('should say what is no script', () => {
    expect(() => guardLoops('for (', MS)).toThrow(SyntaxError);
  });
});
