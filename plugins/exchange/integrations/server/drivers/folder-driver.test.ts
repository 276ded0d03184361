import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderDriver } from './folder-driver.ts';

describe('a folder of the server', () => {
  let base: string;
  let root: string;
  const driver = (folder = root, allowed: readonly string[] = [join(base, 'open')]): FolderDriver =>
    new FolderDriver(folder, allowed);
  const walk = async (path = ''): Promise<string[]> => {
    const found: string[] = [];
    for await (const each of driver().walk(path, new AbortController().signal)) found.push(each.path);
    return found;
  };

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'loupe-folder-'));
    root = join(base, 'open/data');
    await mkdir(join(root, 'sub/deep'), { recursive: true });
    await mkdir(join(base, 'open/data-other'));
    await writeFile(join(base, 'secret.txt'), 'secret');
    await writeFile(join(base, 'open/data-other/b.txt'), 'other');
    for (const [name, text] of [
      ['b.jpg', 'bb'],
      ['a.jpg', 'a'],
      ['sub/c.jpg', 'ccc'],
      ['sub/deep/d.jpg', 'dddd'],
    ] as const)
      await writeFile(join(root, name), text);
    await symlink(join(base, 'secret.txt'), join(root, 'leak.txt'));
    await symlink(base, join(root, 'up'));
    await symlink(root, join(root, 'circle'));
    await symlink(join(root, 'a.jpg'), join(root, 'z.jpg'));
  });
  afterAll(() => rm(base, { recursive: true }));

  it('should list what lies directly below a path, folders too, links outside not', async () => {
    expect((await driver().list('')).map(each => [each.path, each.size, each.dir])).toEqual([
      ['a.jpg', 1, false],
      ['b.jpg', 2, false],
      ['circle', 0, true],
      ['sub', 0, true],
      ['z.jpg', 1, false],
    ]);
    expect((await driver().list('sub')).map(each => each.path)).toEqual(['sub/c.jpg', 'sub/deep']);
    expect(await driver().list('nothing')).toEqual([]);
  });

  it('should walk all files in one order, into no link to a folder', async () => {
    expect(await walk()).toEqual(['a.jpg', 'b.jpg', 'sub/c.jpg', 'sub/deep/d.jpg', 'z.jpg']);
    expect(await walk('sub')).toEqual(['sub/c.jpg', 'sub/deep/d.jpg']);
  });

  it('should read a file, whole and in part', async () => {
    const file = (await driver().find('sub/deep/d.jpg'))!;
    expect(file.size).toBe(4);
    expect(Buffer.concat(await (await file.open()).toArray()).toString()).toBe('dddd');
    expect(Buffer.concat(await (await file.open({ first: 1, last: 2 })).toArray()).toString()).toBe('dd');
  });

  it.each([
    '../data-other/b.txt',
    '../../secret.txt',
    'leak.txt',
    'up/secret.txt',
    '/etc/passwd',
    'sub/../../../secret.txt',
    '..',
    '',
    'sub',
    'a.jpg/x',
    'a.jpg\0',
    'x'.repeat(5000),
  ])('should have no file %j', async path => {
    expect(await driver().find(path)).toBeUndefined();
  });

  it('should refuse a folder that the operator did not open, also one beside it and one behind a link', async () => {
    await symlink(base, join(base, 'open/link'));
    for (const folder of [base, `${join(base, 'open')}x`, join(base, 'open/link'), '/etc', '/nowhere'])
      await expect(driver(folder).list('')).rejects.toMatchObject({ code: 'FOLDER_NOT_ALLOWED', status: 422 });
    await expect(driver(root, []).list('')).rejects.toMatchObject({ code: 'FOLDER_NOT_ALLOWED' });
    await expect(driver(join(base, 'open/none')).list('')).rejects.toMatchObject({ code: 'INTEGRATION_FAILED' });
  });

  describe('that is written to', () => {
    const write = (path: string, source = Readable.from(['new'])): Promise<void> =>
      driver().write(path, source, new AbortController().signal);

    it('should take a new file', async () => {
      await write('sub/new.zip');
      expect(await readFile(join(root, 'sub/new.zip'), 'utf8')).toBe('new');
      await rm(join(root, 'sub/new.zip'));
    });

    it('should never change what is there, also not behind a link that leads nowhere', async () => {
      await symlink(join(base, 'made-by-link.txt'), join(root, 'nowhere.txt'));
      for (const path of ['a.jpg', 'leak.txt', 'nowhere.txt'])
        await expect(write(path)).rejects.toMatchObject({ code: 'INTEGRATION_FAILED', status: 422 });
      expect(await readFile(join(root, 'a.jpg'), 'utf8')).toBe('a');
      await expect(readFile(join(base, 'made-by-link.txt'))).rejects.toThrow('ENOENT');
      await rm(join(root, 'nowhere.txt'));
    });

    it.each(['../out.zip', 'up/out.zip', 'nothing/out.zip', '..', 'a\0b', 'sub/..'])(
      'should not take %j',
      async path => {
        await expect(write(path)).rejects.toMatchObject({ code: 'INTEGRATION_FAILED' });
      },
    );

    it('should leave nothing of a file that was not written to its end', async () => {
      await expect(
        write(
          'half.zip',
          Readable.from(
            (function* () {
              yield 'half';
              throw new Error('cut');
            })(),
          ),
        ),
      ).rejects.toMatchObject({ code: 'INTEGRATION_FAILED' });
      expect(await driver().find('half.zip')).toBeUndefined();
    });
  });

  it('should be given up beyond the most entries, in one folder and in all below it', async () => {
    const small = (most: number): FolderDriver => new FolderDriver(root, [join(base, 'open')], most);
    const below = async (most: number): Promise<number> => {
      let found = 0;
      for await (const each of small(most).walk('sub', new AbortController().signal)) found += each.dir ? 0 : 1;
      return found;
    };
    await expect(small(3).list('')).rejects.toMatchObject({ code: 'INTEGRATION_FAILED', status: 422 });
    expect(await below(3)).toBe(2);
    await expect(below(2)).rejects.toMatchObject({ code: 'INTEGRATION_FAILED', status: 422 });
  });

  it('should say in a check what is wrong', async () => {
    expect(await driver().check()).toMatchObject({
      ok: true,
      steps: [
        { name: 'allowed', ok: true },
        { name: 'list', ok: true },
      ],
    });
    expect(await driver('/etc').check()).toMatchObject({
      ok: false,
      steps: [{ name: 'allowed', ok: false, message: expect.stringContaining('INTEGRATION_FOLDERS=/etc') as string }],
    });
  });
});
