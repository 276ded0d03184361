import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { limitBytes } from './limit-bytes.ts';

const bytes = (count: number): Readable => Readable.from([Buffer.alloc(count / 2), Buffer.alloc(count / 2)]);
const ofRequest = (limit: number): Fault => new Fault('REQUEST', `${limit}`);

it('should pass on what is within the limit', async () => {
  expect((await buffer(limitBytes(bytes(20), 20))).length).toBe(20);
});

it('should report the limit that was reached, of a request and the file in it', async () => {
  await expect(buffer(limitBytes(bytes(20), 19))).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 });
  const inRequest = (count: number): Promise<Buffer> =>
    buffer(limitBytes(limitBytes(bytes(count), 40, ofRequest), 30, limit => new Fault('FILE', `${limit}`)));
  await expect(inRequest(36)).rejects.toMatchObject({ code: 'FILE', message: '30' });
  const other = buffer(limitBytes(limitBytes(bytes(36), 20, ofRequest), 30));
  await expect(other).rejects.toMatchObject({ code: 'REQUEST', message: '20' });
});
