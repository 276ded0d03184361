import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobDriverContract } from './blob-driver.contract.ts';
import { DiskBlobs } from './disk-blobs.ts';

blobDriverContract('disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-blobs-'));
  return { driver: await DiskBlobs.open({ folder, reserveBytes: 0 }), close: () => rm(folder, { recursive: true }) };
});

describe('blobs on disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-blobs-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('should lie under the first two digits of their hash, readable by the owner only, with no draft left', async () => {
    const driver = await DiskBlobs.open({ folder, reserveBytes: 0 });
    const { hash } = await driver.put(Readable.from([Buffer.from('hello')]));
    const found = await stat(join(folder, hash.slice(0, 2), hash));
    expect(found.mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'drafts'))).toEqual([]);
  });

  it('should refuse to fill the disk up to the reserve', async () => {
    const driver = await DiskBlobs.open({ folder, reserveBytes: 2 ** 60 });
    await expect(driver.put(Readable.from([Buffer.from('x')]))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await readdir(join(folder, 'drafts'))).toEqual([]);
  });

  it('should clear old drafts of a crashed process at the next start, and leave young ones', async () => {
    await DiskBlobs.open({ folder });
    await writeFile(join(folder, 'drafts', 'old'), 'x');
    await writeFile(join(folder, 'drafts', 'young'), 'x');
    const days = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(folder, 'drafts', 'old'), days, days);
    await DiskBlobs.open({ folder });
    expect(await readdir(join(folder, 'drafts'))).toEqual(['young']);
  });

  it('should not hold a large blob in memory', async () => {
    const driver = await DiskBlobs.open({ folder, reserveBytes: 0 });
    const piece = Buffer.alloc(1_000_000, 1);
    async function* big(): AsyncGenerator<Uint8Array> {
      for (let each = 0; each < 300; each++) yield piece;
    }
    const before = process.memoryUsage.rss();
    const { hash } = await driver.put(big());
    let read = 0;
    for await (const chunk of (await driver.get(hash))!) read += (chunk as Buffer).length;
    expect(read).toBe(300_000_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });
});
