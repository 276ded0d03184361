import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { ClientTurn } from './protocol-frames.ts';
import { ProtocolFrames } from './protocol-frames.ts';

const message = (type: string, body: string): Buffer => {
  const text = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + text.length, 1);
  return Buffer.concat([head, text]);
};
const opening = (code: number, body = ''): Buffer => {
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(code, 4);
  return Buffer.concat([head, Buffer.from(body)]);
};
const STARTUP = opening(196_608, 'user\0postgres\0\0');

const cut = (...chunks: Buffer[]): ClientTurn[] => {
  const frames = new ProtocolFrames();
  return chunks.flatMap(each => [...frames.take(each)]);
};
const run = (...messages: Buffer[]): ClientTurn => ({ kind: 'run', bytes: new Uint8Array(Buffer.concat(messages)) });

describe('ProtocolFrames', () => {
  it('should hand over the greeting as one turn', () => {
    expect(cut(STARTUP)).toEqual([run(STARTUP)]);
  });

  it('should refuse encryption and go on with the greeting', () => {
    expect(cut(Buffer.concat([opening(80_877_103), STARTUP]))).toEqual([{ kind: 'refuse-encryption' }, run(STARTUP)]);
  });

  it('should end a connection that only asks to cancel', () => {
    expect(cut(opening(80_877_102, '12345678'))).toEqual([{ kind: 'end' }]);
  });

  it('should keep the parts of a query together up to Sync', () => {
    const parts = [message('P', 'parse'), message('B', 'bind'), message('E', 'execute'), message('S', '')];
    const simple = message('Q', 'select 1');
    expect(cut(STARTUP, Buffer.concat([...parts, simple]))).toEqual([run(STARTUP), run(...parts), run(simple)]);
  });

  it('should end at Terminate', () => {
    expect(cut(STARTUP, message('X', ''))).toEqual([run(STARTUP), { kind: 'end' }]);
  });

  it('should cut the same turns however the bytes arrive', () => {
    const whole = Buffer.concat([
      opening(80_877_103),
      STARTUP,
      message('P', 'p'.repeat(300)),
      message('B', ''),
      message('S', ''),
      message('Q', 'é'.repeat(50)),
      message('d', 'copy'),
      message('c', ''),
      message('X', ''),
    ]);
    const expected = cut(whole);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: whole.length }), { maxLength: 40 }), ends => {
        const places = [0, ...[...new Set(ends)].sort((one, other) => one - other), whole.length];
        expect(cut(...places.slice(1).map((end, index) => whole.subarray(places[index], end)))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('should not copy a large message again with every chunk', () => {
    const large = message('Q', 'x'.repeat(30_000_000));
    const frames = new ProtocolFrames();
    frames.take(STARTUP);
    const copying = vi.spyOn(Buffer, 'concat');
    const turns: ClientTurn[] = [];
    for (let at = 0; at < large.length; at += 16_384) turns.push(...frames.take(large.subarray(at, at + 16_384)));
    expect(turns).toHaveLength(1);
    const copied = copying.mock.results.reduce((sum, each) => sum + (each.value as Buffer).length, 0);
    copying.mockRestore();
    expect(copied).toBeLessThan(2 * large.length);
  });
});
