import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { collectBody } from './collect-body.ts';

const MEBIBYTE = 1024 * 1024;
const chunks = (...sizes: readonly number[]): readonly Buffer[] => sizes.map((size, at) => Buffer.alloc(size, at + 1));

describe('collecting a body', () => {
  it.each([
    ['of the announced length', true],
    ['of unknown length', false],
  ])('should keep every byte of a body %s', async (_, isAnnounced) => {
    const sent = chunks(3, 64 * 1024, 1, 200_000);
    const whole = Buffer.concat(sent);
    const body = await collectBody(Readable.from(sent), isAnnounced ? whole.length : undefined, MEBIBYTE);
    expect(body.equals(whole)).toBe(true);
  });

  it('should take a body as long as the limit, and an empty one', async () => {
    expect(await collectBody(Readable.from(chunks(100)), undefined, 100)).toHaveLength(100);
    expect(await collectBody(Readable.from([]), undefined, 100)).toHaveLength(0);
  });

  it.each([
    ['that announces more', chunks(1), 101],
    ['that goes on longer', chunks(60, 41), undefined],
  ])('should refuse a body %s than the limit', async (_, sent, announced) => {
    await expect(collectBody(Readable.from(sent), announced, 100)).rejects.toMatchObject({
      statusCode: 413,
      code: 'FST_ERR_CTP_BODY_TOO_LARGE',
    });
  });

  it('should hold a body back while it is checked and end with the first refusal', async () => {
    let checked = 0;
    const check = {
      isDue: (length: number) => length - checked >= 100,
      check: async (_: Buffer, length: number) => {
        await setImmediate();
        if ((checked = length) >= 300) throw new Error('refused');
      },
    };
    const arriving = new Readable({ read: () => undefined });
    for (const chunk of chunks(60, 60, 60, 60, 60, 60, 60)) arriving.push(chunk);
    await expect(collectBody(arriving, undefined, MEBIBYTE, check)).rejects.toThrow('refused');
    expect(checked).toBe(360);
  });

  it('should refuse a body of another length than announced, and one that was cut off', async () => {
    await expect(collectBody(Readable.from(chunks(9)), 10, 100)).rejects.toMatchObject({ statusCode: 400 });
    const cut = new Readable({ read: () => undefined });
    const refused = expect(collectBody(cut, 10, 100)).rejects.toMatchObject({ statusCode: 400, message: 'cut off' });
    cut.push(Buffer.alloc(4));
    cut.destroy(new Error('cut off'));
    await refused;
  });
});
