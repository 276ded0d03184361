import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileSource } from './file-source.ts';

const gone = (): string => join(tmpdir(), `loupe-gone-${randomUUID()}`);

it('should not end the process when nobody reads a file that is gone', async () => {
  await new Promise<void>(resolve => void fileSource(gone()).on('close', () => resolve()));
});

it('should give its error to whoever reads it', async () => {
  await expect(
    (async () => {
      for await (const _ of fileSource(gone()));
    })(),
  ).rejects.toMatchObject({ code: 'ENOENT' });
});
