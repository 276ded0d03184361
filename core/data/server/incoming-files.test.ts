import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IncomingFiles } from './incoming-files.ts';

describe('files that are received', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'loupe-incoming-')), 'incoming');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  it('should be for the owner only and gone when they are dropped', async () => {
    const file = await (await IncomingFiles.open({ folder })).file();
    await file.receive(
      (async function* () {
        yield Buffer.from('one ');
        yield Buffer.from('two');
      })(),
    );
    expect(await readFile(file.path, 'utf8')).toBe('one two');
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
    await file.drop();
    await file.drop();
    expect(await readdir(folder)).toEqual([]);
  });

  it('should be refused with STORAGE_FULL before the reserve of the disk is used up', async () => {
    const full = await IncomingFiles.open({ folder, reserveBytes: Number.MAX_SAFE_INTEGER });
    await expect(full.file()).rejects.toMatchObject({ code: 'STORAGE_FULL', status: 503 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('should be removed at the next start when their process died, and kept while it lives', async () => {
    const first = await IncomingFiles.open({ folder });
    const living = await first.file();
    const [host] = (await readdir(folder))[0]!.split('-');
    await writeFile(join(folder, `${host}-999999999-dead-1`), 'left');
    await writeFile(join(folder, 'elsewhere-1-x-young'), 'another server of a shared folder');
    await writeFile(join(folder, 'elsewhere-1-x-old'), 'left by another machine');
    await utimes(join(folder, 'elsewhere-1-x-old'), new Date(0), new Date(0));
    await IncomingFiles.open({ folder });
    expect((await readdir(folder)).toSorted()).toEqual(
      [living.path.slice(folder.length + 1), 'elsewhere-1-x-young'].toSorted(),
    );
    await living.drop();
  });
});
