import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { create } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import type { UnpackResult } from '../../common/uploads-api.ts';

interface Job {
  readonly state: string;
  readonly result: UnpackResult;
  readonly error: { readonly code: string; readonly message: string } | null;
}

async function zip(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const made = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) made.addBuffer(bytes, name);
  made.end();
  return buffer(made.outputStream);
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let folder: string;
  let png: Buffer;

  const newProject = async (name: string, type = 1): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name, type } })).body.id;
  const send = (
    project: number,
    bytes: Buffer,
    more = '&unpack=folders',
    name = 'photos.zip',
  ): Promise<Answer<{ status: string; job_id: string; code: string }>> =>
    owner.request('POST', `/api/v1/project/${project}/uploads?name=${name}${more}`, {
      bytes,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'content-type': 'application/offset+octet-stream',
      },
    });
  const ended = async (id: string): Promise<Job> => {
    let job: Job | undefined;
    await expect
      .poll(async () => (job = (await owner.request<Job>('GET', `/api/v1/jobs/${id}`)).body).state, {
        timeout: 120_000,
      })
      .toMatch(/COMPLETED|FAILED/);
    return job!;
  };
  const names = async (project: number): Promise<readonly string[]> =>
    (
      await owner.request<{ data: { name: string }[] }>('GET', `/api/v1/project/${project}/items?sort=name`)
    ).body.data.map(each => each.name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-archives-'));
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items'], settings: { cacheFolder: folder } });
    owner = (await app.team('Alpha')).owner;
    png = await sharp({ create: { width: 12, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }, DATABASE_TIMEOUT_MS);

  describe('an archive', () => {
    it('should become items in its folders, report what failed, and leave nothing behind', async () => {
      const project = await newProject('Archive');
      const answer = await send(
        project,
        await zip({
          'top.png': png,
          'day/a.png': png,
          'day/deep/b.png': png,
          'night/c.png': Buffer.from('no image'),
          'notes.txt': Buffer.from('x'),
          '__MACOSX/._a.png': png,
          'day/.DS_Store': png,
        }),
      );
      expect([answer.status, answer.body.status]).toEqual([201, 'unpacking']);
      const { state, result } = await ended(answer.body.job_id);
      expect(state).toBe('COMPLETED');
      expect(result).toMatchObject({
        name: 'photos.zip',
        created: 3,
        replaced: 0,
        skipped: 0,
        ignored: 1,
        failed_count: 1,
        failed: [{ path: 'night/c.png' }],
      });
      expect(await names(project)).toEqual(['a.png', 'b.png', 'top.png']);
      const { data: folders } = (
        await owner.request<{ data: { name: string; is_root: boolean }[] }>('GET', `/folders?project_id=${project}`)
      ).body;
      expect(
        folders
          .filter(each => !each.is_root)
          .map(each => each.name)
          .sort(),
      ).toEqual(['day', 'night']);
      await expect.poll(() => readdir(join(folder, 'uploads'))).toEqual([]);
      const again = await ended((await send(project, await zip({ 'top.png': png, 'day/a.png': png }))).body.job_id);
      expect(again.result).toMatchObject({ created: 0, skipped: 2 });
    });

    it.each(['photos.tar', 'photos.tgz'])(
      'should be taken as %s as well, and refused when it has links or is packed beyond belief',
      async name => {
        const project = await newProject(name);
        const place = await mkdtemp(join(tmpdir(), 'loupe-tar-'));
        await mkdir(join(place, 'day'));
        for (const [path, bytes] of [
          ['top.png', png],
          ['broken.png', Buffer.alloc(200_000, 'x')],
          ['day/a.png', png],
          ['day/z.txt', Buffer.from('x')],
        ] as const)
          await writeFile(join(place, path), bytes);
        const gzip = name.endsWith('gz');
        const pack = (...paths: string[]): Buffer =>
          create({ cwd: place, gzip, sync: true, portable: true }, paths).read() as Buffer;
        const { result } = await ended(
          (await send(project, pack('broken.png', 'top.png', 'day'), '&unpack=folders', name)).body.job_id,
        );
        expect(result).toMatchObject({ created: 2, ignored: 1, failed_count: 1, failed: [{ path: 'broken.png' }] });
        expect(await names(project)).toEqual(['a.png', 'top.png']);
        await symlink('/etc/passwd', join(place, 'link.png'));
        const linked = await ended((await send(project, pack('link.png'), '&unpack=flat', name)).body.job_id);
        expect(linked.error).toMatchObject({
          code: 'ARCHIVE_REFUSED',
          message: expect.stringContaining('link.png is a link') as string,
        });
        if (gzip) {
          await writeFile(join(place, 'bomb.png'), Buffer.alloc(40 * 1_048_576));
          const bomb = await ended((await send(project, pack('bomb.png'), '&unpack=flat', name)).body.job_id);
          expect(bomb.error).toMatchObject({
            code: 'ARCHIVE_REFUSED',
            message: expect.stringContaining('times its size') as string,
          });
        }
        const cut = await ended(
          (await send(project, pack('top.png').subarray(0, 100), '&unpack=flat', name)).body.job_id,
        );
        expect(cut.error?.code).toBe('ARCHIVE_REFUSED');
        await rm(place, { recursive: true });
      },
    );

    it('should become items whatever its files are where a project takes any', async () => {
      const project = await newProject('Any files', 6);
      const files = { 'inside.pdf': Buffer.from('%PDF-1.7\n%'), 'inside.xyz': Buffer.from([0, 1, 2]) };
      const { result } = await ended((await send(project, await zip(files))).body.job_id);
      expect(result).toMatchObject({ created: 2, ignored: 0, failed_count: 0 });
      expect(await names(project)).toEqual(['inside.pdf', 'inside.xyz']);
    });

    it('should put all into one folder when that is asked for', async () => {
      const project = await newProject('Flat');
      expect(
        (
          await ended(
            (await send(project, await zip({ 'x/a.png': png, 'y/a.png': png, 'y/b.png': png }), '&unpack=flat')).body
              .job_id,
          )
        ).result,
      ).toMatchObject({ created: 2, skipped: 1 });
    });

    it('should be refused whole when a file leads out of it, or is packed beyond belief', async () => {
      const project = await newProject('Unsafe');
      const slip = Buffer.from(
        (await zip({ 'xx/evil.png': png, 'good.png': png }))
          .toString('latin1')
          .replaceAll('xx/evil.png', '../evil.png'),
        'latin1',
      );
      const led = await ended((await send(project, slip)).body.job_id);
      expect([led.state, led.error?.code, led.error?.message]).toEqual([
        'FAILED',
        'ARCHIVE_REFUSED',
        expect.stringContaining('leads out of the archive'),
      ]);
      const bomb = await ended(
        (await send(project, await zip({ 'bomb.png': Buffer.alloc(60 * 1_048_576) }))).body.job_id,
      );
      expect([bomb.state, bomb.error?.code, bomb.error?.message]).toEqual([
        'FAILED',
        'ARCHIVE_REFUSED',
        expect.stringContaining('times its size'),
      ]);
      const broken = await ended((await send(project, Buffer.from('PK no archive at all'))).body.job_id);
      expect(broken.error?.code).toBe('ARCHIVE_REFUSED');
      expect(await names(project)).toEqual([]);
      await expect.poll(() => readdir(join(folder, 'uploads'))).toEqual([]);
      expect((await send(project, png, '&unpack=flat', 'a.png')).body.code).toBe('TYPE_NOT_SUPPORTED');
    });
  });
});
