import { describe, expect, it } from 'vitest';
import { startImport } from './transfer-projects.support.ts';
import type { TransferProjects } from './transfer-projects.support.ts';

/** Adds the tests of imports of archives and single documents. */
export function archiveImportTests(projects: TransferProjects): void {
  const { checked, zip, project, document, imported, filled, exported, filesOf, classesFile } = projects;

  describe('an import', () => {
    it('should first say what it would do, and change nothing', async () => {
      const id = await filled();
      const looked = await checked(
        id,
        'more.zip',
        await zip({
          'classes/classes.json': classesFile,
          'a.jpg.json': JSON.stringify(document('a.jpg')),
          'night/zzz.jpg.json': JSON.stringify(document('zzz.jpg')),
          'night/c.jpg.json': '{ broken',
        }),
      );
      expect(looked).toMatchObject({
        status: 2,
        report: {
          kind: 'archive',
          documents: 3,
          matched: 2,
          annotated: 1,
          missing: 1,
          classes: [{ match: 'Car' }, { match: 'Weather' }],
        },
      });
      const messages = looked.report!.findings.map(each => each.message).join('\n');
      expect(messages).toContain('There is no item zzz.jpg in the folder night.');
      expect(messages).toContain('night/c.jpg.json is not valid JSON');
    });

    it('should keep annotations that are there, or replace them, as asked', async () => {
      const id = await filled();
      const other = JSON.stringify({ metadata: { name: 'a.jpg' }, instances: [] });
      expect((await imported(id, 'a.jpg.json', Buffer.from(other), { conflicts: 'skip' })).result).toMatchObject({
        skipped: 1,
        replaced: 0,
      });
      expect((await imported(id, 'a.jpg.json', Buffer.from(other), { conflicts: 'replace' })).result).toMatchObject({
        skipped: 0,
        replaced: 1,
      });
      const files = await filesOf(await exported(id));
      expect(JSON.parse(files.get('a.jpg.json')!.toString())).toMatchObject({ instances: [] });
    });

    it('should keep what is good and name what is not', async () => {
      const id = await filled();
      const bad = JSON.stringify({
        metadata: { name: 'a.jpg' },
        instances: [{ type: 'bbox', className: 'Car', points: { x1: 'ten' } }],
      });
      const done = await imported(
        id,
        'mixed.zip',
        await zip({ 'a.jpg.json': bad, 'night/c.jpg.json': JSON.stringify(document('c.jpg')) }),
        { conflicts: 'replace' },
      );
      expect(done.result).toMatchObject({ created: 1, failedCount: 1, failed: [{ path: 'a.jpg.json' }] });
      expect(done.result!.failed[0]!.message).toContain('instances[0]');
    });

    it('should stop before the import when two documents mean one item, naming both', async () => {
      const id = await filled();
      const looked = await checked(
        id,
        'twice.zip',
        await zip({
          'a.jpg.json': JSON.stringify(document('a.jpg')),
          'a.jpg___objects.json': JSON.stringify(document('a.jpg')),
        }),
      );
      expect(looked).toMatchObject({ status: 6, error: { code: 'IMPORT_CONFLICT' } });
      expect(looked.error!.message).toContain('a.jpg.json and a.jpg___objects.json both mean the item a.jpg');
    });

    it('should not be started twice', async () => {
      const id = await filled();
      const done = await imported(id, 'a.jpg.json', Buffer.from(JSON.stringify(document('a.jpg'))));
      expect(
        (await projects.owner.call('main', startImport, { params: { project_id: id, import_id: done.id }, body: {} }))
          .status,
      ).toBe(409);
    });

    it.each([
      ['../evil.json', 'leads out of the archive'],
      ['/etc/passwd.json', 'is an absolute path'],
      ['a\\b.json', 'contains a backslash'],
      ['C:/a.json', 'is an absolute path'],
    ])('should refuse an archive with %s by its name', async (path, reason) => {
      const id = await project();
      // The writer refuses such names: a harmless one of the same length is changed in the bytes.
      const harmless = 'x'.repeat(path.length);
      const evil = Buffer.from(
        (await zip({ [harmless]: '{}' })).toString('latin1').replaceAll(harmless, path),
        'latin1',
      );
      const looked = await checked(id, 'evil.zip', evil);
      expect(looked.status).toBe(6);
      expect(looked.error).toMatchObject({ code: 'ARCHIVE_REFUSED' });
      expect(looked.error!.message).toContain(path);
      expect(looked.error!.message).toContain(reason);
    });

    it('should refuse links, files packed beyond belief, damaged archives, and files of no known kind', async () => {
      const id = await project();
      const link = await zip({ 'link.json': '/etc/passwd' });
      // The mode of the only entry of the directory: a symbolic link.
      link.writeUInt32LE((0o120_777 << 16) >>> 0, link.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 38);
      expect((await checked(id, 'link.zip', link)).error?.message).toContain('link.json is a link');
      expect(
        (await checked(id, 'bomb.zip', await zip({ 'bomb.json': Buffer.alloc(40 * 1024 * 1024) }))).error?.message,
      ).toContain('bomb.json unpacks to more than');
      const whole = await zip({ 'a.json': '{}' });
      expect((await checked(id, 'half.zip', whole.subarray(0, whole.length - 10))).error?.message).toContain(
        'It is damaged',
      );
      expect((await checked(id, 'zeros.json', Buffer.alloc(20))).error?.message).toContain(
        'zeros.json is not valid JSON',
      );
      expect((await checked(id, 'note.txt', Buffer.from('hello'))).error?.message).toMatch(
        /^note\.txt has no format that this project can import\. .*COCO, YOLO, Pascal VOC/,
      );
      expect((await checked(id, 'other.json', Buffer.from('{"a":1}'))).error).toMatchObject({ code: 'IMPORT_UNKNOWN' });
    });
  });
}
