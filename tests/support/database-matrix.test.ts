import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DATABASE_MATRIX, databasesFor, SEEDED_BESIDE_LOCKS } from './database-matrix.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCKS = /\bforUpdate\(|\bfor update\b|pg_(try_)?advisory|skipLocked\(|\bforShare\(/;

const filesIn = (folder: string): readonly string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(each => join(folder, each))
    : [];
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const tests = ['core', 'plugins', 'examples', 'tests']
  .flatMap(filesIn)
  .filter(each => each.endsWith('.test.ts') && !each.includes('node_modules'));
const seeded = tests.filter(each => /^eachDatabase\(/m.test(textOf(each)));

/** Files of a folder, without its subfolders, that lock rows or names. */
function locking(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder))
    .filter(each => each.endsWith('.ts') && !each.endsWith('.test.ts'))
    .filter(each => LOCKS.test(textOf(join(folder, each))));
}

describe('the databases that tests run on', () => {
  it('should be named for files that exist and run on each database only', () => {
    expect(
      [...Object.keys(DATABASE_MATRIX), ...Object.keys(SEEDED_BESIDE_LOCKS)].filter(each => !seeded.includes(each)),
    ).toEqual([]);
  });

  it('should be named once and with a reason', () => {
    expect(Object.keys(DATABASE_MATRIX).filter(each => each in SEEDED_BESIDE_LOCKS)).toEqual([]);
    expect(
      [...Object.values(DATABASE_MATRIX).map(each => each.reason), ...Object.values(SEEDED_BESIDE_LOCKS)].filter(
        each => !/^[A-Z].{14,}\.$/.test(each),
      ),
    ).toEqual([]);
  });

  it('should not be left to the seed beside code that locks, unless the file is excused', () => {
    const open = seeded
      .filter(each => !each.startsWith('tests/') && !(each in DATABASE_MATRIX) && !(each in SEEDED_BESIDE_LOCKS))
      .filter(each => locking(dirname(each)).length > 0);
    expect(open).toEqual([]);
  });

  it('should excuse no file that is not beside code that locks', () => {
    expect(Object.keys(SEEDED_BESIDE_LOCKS).filter(each => locking(dirname(each)).length === 0)).toEqual([]);
  });

  it('should excuse no file that sends requests at once', () => {
    expect(
      Object.keys(SEEDED_BESIDE_LOCKS).filter(each => /Promise\.(all|allSettled|any|race)\(/.test(textOf(each))),
    ).toEqual([]);
  });

  it('should be the one that opens in the least time where a test proves nothing about databases', () => {
    const own = new Set([
      // It expects the advice about the embedded database.
      'core/accounts/server/installer.test.ts',
    ]);
    expect(tests.filter(each => !own.has(each) && /openTestApp\('pglite'/.test(textOf(each)))).toEqual([]);
  });

  it('should be the embedded one where no other is installed', () => {
    for (const file of seeded)
      expect(databasesFor(file, ['pglite'])).toContain(process.env['LOUPE_TEST_DATABASE'] ?? 'pglite');
  });
});
