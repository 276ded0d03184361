import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { canRunPostgres } from '#tests/support/postgres-cluster.ts';
import { DATABASE_TIMEOUT_MS, freshDatabase } from '#tests/support/database.ts';
import { isLongRun, slice } from '#tests/support/run-plan.ts';
import type { BlobDriver, Database, DatabaseKind, Keys, MigrationSource } from '../index.ts';
import {
  backup,
  dataMigrations,
  DiskBlobs,
  Jobs,
  loadKeys,
  migrationNames,
  replaceByBackup,
  restore,
  silentLog,
  tenantTable,
} from '../index.ts';
import { KEYS_ENTRY, MANIFEST_ENTRY, tableEntry } from './backup-manifest.ts';
import { RowDigest } from './row-digest.ts';
import { nameOfTable, readSequences, readTables } from './table-catalogue.ts';
import { digestTables, dumpTable, settleTextForm } from './table-dump.ts';

const step =
  (up: (database: Kysely<unknown>) => Promise<void>): (() => Promise<unknown>) =>
  () =>
    Promise.resolve({ default: { up, down: () => Promise.resolve() } });

/** Columns of every awkward kind, two tables that refer to each other, a tree, and rows made by the migration. */
const museum: MigrationSource = {
  schema: 'museum',
  migrations: {
    'm/0001-things.ts': step(async database => {
      await tenantTable(database, 'museum.room', table =>
        table.addColumn('name', 'text').addColumn('guard_id', 'integer'),
      );
      await tenantTable(database, 'museum.thing', table =>
        table
          .addColumn('room_id', 'integer')
          .addColumn('parent_id', 'integer')
          .addColumn('name', 'text')
          .addColumn('made', 'timestamptz')
          .addColumn('size', 'double precision')
          .addColumn('price', sql`numeric(20,5)`)
          .addColumn('big', 'bigint')
          .addColumn('bytes', 'bytea')
          .addColumn('facts', 'jsonb')
          .addColumn('noted', 'jsonb', column => column.notNull().defaultTo(sql`'{}'::jsonb`))
          .addColumn('list', sql`jsonb[]`)
          .addColumn('raw', 'json')
          .addColumn('tags', sql`text[]`)
          .addColumn('span', sql`interval`)
          .addColumn('day', 'date')
          .addColumn('label', 'text', column => column.generatedAlwaysAs(sql`upper(name)`).stored())
          .addForeignKeyConstraint('thing_room', ['team_id', 'room_id'], 'museum.room', ['team_id', 'id'])
          .addForeignKeyConstraint('thing_parent', ['team_id', 'parent_id'], 'museum.thing', ['team_id', 'id'], key =>
            key.onDelete('cascade'),
          ),
      );
      await sql`alter table museum.room add constraint room_guard foreign key (team_id, guard_id) references museum.thing (team_id, id)`.execute(
        database,
      );
      await sql`create table museum.style (code text primary key)`.execute(database);
      await sql`insert into museum.style values ('gothic'), ('modern')`.execute(database);
      await sql`create table museum.trace (what text)`.execute(database);
      await sql`create function museum.note() returns trigger language plpgsql as $$ begin insert into museum.trace values (new.name); return new; end $$`.execute(
        database,
      );
      await sql`create trigger noted after insert on museum.room for each row execute function museum.note()`.execute(
        database,
      );
    }),
  },
};
/** The museum under the same name of its migration, which does one thing more. */
const museumWith = (more: RawBuilder<unknown>): MigrationSource => ({
  schema: 'museum',
  migrations: {
    'm/0001-things.ts': step(async database => {
      const own = (await museum.migrations['m/0001-things.ts']!()) as {
        readonly default: { up(each: Kysely<unknown>): Promise<void> };
      };
      await own.default.up(database);
      await more.execute(database);
    }),
  },
});
const museumNext: MigrationSource = {
  schema: 'museum',
  migrations: {
    ...museum.migrations,
    'm/0002-floor.ts': step(
      async database =>
        void (await sql`alter table museum.room add column floor int not null default 7`.execute(database)),
    ),
  },
};

async function fill(database: Database): Promise<void> {
  await database.system('fill').transaction(async trx => {
    await sql`delete from museum.style where code = 'gothic'`.execute(trx);
    for (const team of [1, 2]) {
      await sql`insert into museum.room (team_id, name) values (${team}, ${`team ${team} “quotes” \n line\u2028sep\ttab \\ 猫 🐈`})`.execute(
        trx,
      );
      await sql`insert into museum.thing (team_id, room_id, name, made, size, price, big, bytes, facts, raw, tags, span, day)
        select ${team}, r.id, 'thing', timestamptz '2026-02-03 04:05:06.789012+05', 0.1::float8 + 0.2, 12345.67890, 9007199254740993, '\\x00ff10'::bytea,
          '{"a": [1, 2.50, null], "b": "line\\nbreak"}', E'{\n  "kept" : 1.0\n}', array['a', 'b,"c"', null], interval '1 year 2 days 03:04:05.5', date '2026-02-28'
        from museum.room r where r.team_id = ${team}`.execute(trx);
      await sql`insert into museum.thing (team_id, parent_id, name, size) select ${team}, max(id), null, 'NaN' from museum.thing where team_id = ${team}`.execute(
        trx,
      );
      await sql`update museum.room set guard_id = (select max(id) from museum.thing where team_id = ${team}) where team_id = ${team}`.execute(
        trx,
      );
    }
    await sql`insert into museum.thing (team_id, name, facts, noted, list, raw) values (1, 'json null', 'null', 'null', array['null', null]::jsonb[], 'null')`.execute(
      trx,
    );
    await sql`insert into museum.thing (team_id, name, facts) select 1, 'row ' || i, jsonb_build_object('i', i, 'text', repeat('x', 500)) from generate_series(1, 2500) i`.execute(
      trx,
    );
  });
}

const digests = (database: Database): Promise<unknown> =>
  database.system('digest').transaction(async trx => digestTables(trx, await readTables(trx, ['data', 'museum']), 2));

const digestOf = async (name: string, database: Database): Promise<unknown[]> =>
  ((await digests(database)) as { name: string }[]).filter(each => each.name === name);

/** Writes an archive as versions before layout 2 did. */
async function writeLayout1(file: string, database: Database, keys: Keys): Promise<void> {
  const zip = new ZipFile();
  await database.system('write').transaction(async trx => {
    await settleTextForm(trx);
    const tables = [];
    for (const table of await readTables(trx, ['data', 'museum'])) {
      const digest = new RowDigest();
      const rows: string[] = [];
      for await (const row of dumpTable(trx, table, digest, 1)) rows.push(`${row}\n`);
      zip.addBuffer(Buffer.from(rows.join('')), tableEntry(nameOfTable(table)));
      tables.push({ name: nameOfTable(table), rows: digest.rows, digest: digest.text });
    }
    const sequences = await readSequences(trx, ['data', 'museum']);
    const schemas = {
      data: migrationNames({ schema: 'data', migrations: dataMigrations }),
      museum: migrationNames(museum),
    };
    zip.addBuffer(Buffer.from(JSON.stringify(keys)), KEYS_ENTRY);
    zip.addBuffer(
      Buffer.from(
        JSON.stringify({
          format: 'loupe-backup',
          version: 1,
          createdAt: new Date().toISOString(),
          schemas,
          tables,
          sequences,
          blobs: { count: 0, bytes: 0 },
        }),
      ),
      MANIFEST_ENTRY,
    );
  });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const kinds: DatabaseKind[] = canRunPostgres() ? ['pglite', 'postgres'] : ['pglite'];
/** Each kind is written and read in every run; the seed chooses whether backups stay on their kind or cross over. */
const crossings = kinds.length === 1 ? [false] : slice('crossings of backups', [false, true], 1);
/** Source of the tests of what is the same on every database. */
const once = (from: DatabaseKind): boolean => isLongRun || from === kinds.at(-1);

describe.each(kinds)('a backup made on %s', from => {
  let folder: string;
  let source: Awaited<ReturnType<typeof freshDatabase>>;
  let blobs: BlobDriver;
  let keys: Keys;
  let file: string;
  let hash: string;
  let jobId: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-backup-'));
    source = await freshDatabase(from, { areas: [museum] });
    await fill(source.database);
    const jobs = new Jobs({ database: source.database, log: silentLog });
    jobs.define('museum', 'count', () => Promise.resolve());
    jobId = (await jobs.enqueue(undefined, { teamId: 1, plugin: 'museum', name: 'count' })).id;
    blobs = await DiskBlobs.open({ folder: join(folder, 'blobs') });
    ({ hash } = await blobs.put(Readable.from([randomBytes(3_000_000)])));
    await blobs.put(Readable.from([]));
    keys = await loadKeys(folder);
    file = join(folder, 'whole.zip');
    await backup({ database: source.database, blobs, keys, version: '0.9.1' }, file);
  }, DATABASE_TIMEOUT_MS);

  afterAll(async () => {
    await source.drop();
    await rm(folder, { recursive: true });
  });

  it('should be readable by its owner only and leave no half file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter(each => each.endsWith('.part'))).toEqual([]);
  });

  it('should never replace a file', async () => {
    await expect(backup({ database: source.database, blobs, keys, version: '0.9.1' }, file)).rejects.toMatchObject({
      code: 'BACKUP_EXISTS',
      message: expect.stringContaining(file),
    });
  });

  it.each(kinds.filter(to => crossings.includes(to !== from)))(
    'should arrive on an empty %s with equal digests, files and keys',
    async to => {
      const target = await freshDatabase(to, { areas: false });
      const home = await mkdtemp(join(folder, 'home-'));
      try {
        const kept = await DiskBlobs.open({ folder: join(home, 'blobs') });
        const manifest = await restore(file, { database: target.database, blobs: kept, folder: home, areas: [museum] });
        expect(await digests(target.database)).toEqual(await digests(source.database));
        expect(manifest.tables.find(each => each.name === 'museum.thing')?.rows).toBe(2505);
        expect(manifest.blobs).toEqual({ count: 2, bytes: 3_000_000 });
        expect(await kept.head(hash)).toEqual({ hash, size: 3_000_000 });
        expect(await loadKeys(home)).toEqual(keys);

        await target.database.tenant(1).transaction(async trx => {
          const made = await sql<{
            id: number;
          }>`insert into museum.thing (team_id, name) values (1, 'next') returning id`.execute(trx);
          expect(made.rows[0]!.id).toBe(2506);
        });
        await expect(
          target.database
            .tenant(1)
            .transaction(trx => sql`insert into museum.thing (team_id, room_id) values (1, 999)`.execute(trx)),
        ).rejects.toThrow(/thing_room/);
        const traces = await target.database.system('insert a room').transaction(async trx => {
          await sql`insert into museum.room (team_id, name) values (1, 'noted')`.execute(trx);
          return (await sql<{ what: string }>`select what from museum.trace order by what = 'noted'`.execute(trx)).rows;
        });
        expect(traces).toHaveLength(3);
        expect(traces.at(-1)).toEqual({ what: 'noted' });

        const jobs = new Jobs({ database: target.database, log: silentLog });
        jobs.define('museum', 'count', () => Promise.resolve('ran after the restore'));
        await jobs.start();
        await expect.poll(async () => (await jobs.get(1, jobId))?.result).toBe('ran after the restore');
        await jobs.stop();
      } finally {
        await target.drop();
      }
    },
  );

  it.runIf(once(from))(
    'should take the place of all that an installation holds once it is verified, with its files left where they are',
    async () => {
      const rows = join(folder, `rows-${from}.zip`);
      await backup({ database: source.database, blobs, keys, version: '0.9.1', files: false }, rows);
      const target = await freshDatabase(from, { areas: [museumNext] });
      const home = await mkdtemp(join(folder, 'home-'));
      const strict = museumWith(sql`alter table museum.thing add constraint no_null check (facts <> 'null')`);
      try {
        const place = { database: target.database, blobs, folder: home, areas: [museum] };
        await expect(replaceByBackup(join(folder, 'none.zip'), place)).rejects.toMatchObject({
          code: 'BACKUP_MISSING',
        });
        await expect(replaceByBackup(file, { ...place, areas: [strict] })).rejects.toMatchObject({
          code: 'BACKUP_DAMAGED',
          message: expect.stringContaining('no_null'),
        });
        expect(await readdir(home)).toEqual([]);
        expect(await digestOf('museum.style', target.database)).toHaveLength(1);
        expect((await replaceByBackup(rows, place)).blobs).toEqual({ count: 0, bytes: 0 });
        expect((await readdir(home)).filter(each => each.startsWith('verify-'))).toEqual([]);
        expect(await digests(target.database)).toEqual(await digests(source.database));
      } finally {
        await target.drop();
      }
    },
  );

  it('should distinguish a JSON null from no value in the digest', async () => {
    const [before] = await digestOf('museum.thing', source.database);
    await source.database.system('forget').transaction(async trx => {
      await sql`update museum.thing set facts = null where name = 'json null'`.execute(trx);
      expect(await digestOf('museum.thing', source.database)).not.toEqual([before]);
      await sql`update museum.thing set facts = 'null' where name = 'json null'`.execute(trx);
    });
    expect(await digestOf('museum.thing', source.database)).toEqual([before]);
  });

  it.runIf(once(from))('should still be read when it was made before JSON nulls were kept', async () => {
    const old = join(folder, `layout1-${from}.zip`);
    await writeLayout1(old, source.database, keys);
    const target = await freshDatabase(from, { areas: false });
    try {
      await expect(
        restore(old, { database: target.database, blobs, folder: await mkdtemp(join(folder, 'home-')), areas: [] }),
      ).rejects.toMatchObject({
        code: 'BACKUP_UNFIT',
        message: expect.stringContaining('a version that did not note its number'),
      });
      await restore(old, {
        database: target.database,
        blobs,
        folder: await mkdtemp(join(folder, 'home-')),
        areas: [museum],
      });
      const { rows } = await target.database
        .system('look')
        .transaction(trx =>
          sql`select noted::text as noted, facts::text as facts from museum.thing where name = 'json null'`.execute(
            trx,
          ),
        );
      expect(rows).toEqual([{ noted: 'null', facts: null }]);
    } finally {
      await target.drop();
    }
  });

  describe.runIf(once(from))('restored', () => {
    let target: Awaited<ReturnType<typeof freshDatabase>>;
    let home: string;
    const into = (areas: readonly MigrationSource[] = [museum], archive: string = file): Promise<unknown> =>
      restore(archive, { database: target.database, blobs, folder: home, areas });

    beforeAll(async () => {
      target = await freshDatabase(from, { areas: false });
    }, DATABASE_TIMEOUT_MS);
    afterAll(() => target.drop());
    beforeEach(async () => {
      home = await mkdtemp(join(folder, 'home-'));
    });

    it('should be refused by a version that lacks one of its migrations or plugins, with the version that made it', async () => {
      const newerFile = join(folder, `newer-${from}.zip`);
      const next = await freshDatabase(from, { areas: [museumNext] });
      await backup({ database: next.database, blobs, keys, version: '7.0.0' }, newerFile);
      await next.drop();
      await expect(into([museum], newerFile)).rejects.toMatchObject({
        code: 'BACKUP_UNFIT',
        message: expect.stringMatching(/made by Loupe 7\.0\.0 on \d{4}-.*museum has the migration 0002-floor/),
      });
      await expect(into([])).rejects.toMatchObject({
        code: 'BACKUP_UNFIT',
        message: expect.stringMatching(/made by Loupe 0\.9\.1 on .*museum, which this version does not have/),
      });
    });

    it('should be refused where other keys are, before anything is written', async () => {
      await loadKeys(home);
      await expect(into()).rejects.toMatchObject({ code: 'KEYS_EXIST', message: expect.stringContaining(home) });
    });

    it('should be refused when it is damaged, and leave the database empty for another try', async () => {
      const missing = join(folder, 'no such file.zip');
      await expect(into([museum], missing)).rejects.toMatchObject({
        code: 'BACKUP_MISSING',
        message: expect.stringContaining(missing),
      });
      const text = join(folder, 'text.zip');
      await writeFile(text, 'not a zip');
      await expect(into([museum], text)).rejects.toMatchObject({
        code: 'BACKUP_DAMAGED',
        message: expect.stringContaining(text),
      });
      const other = join(folder, `other-${from}.zip`);
      const zip = new ZipFile();
      zip.addBuffer(Buffer.from('x'), 'x.txt');
      zip.end();
      await pipeline(zip.outputStream, createWriteStream(other));
      await expect(into([museum], other)).rejects.toMatchObject({
        code: 'BACKUP_DAMAGED',
        message: expect.stringContaining('manifest.json'),
      });

      const changed = museumWith(sql`alter table museum.room drop column name`);
      await expect(into([changed])).rejects.toThrow();
      const left = await target.database
        .system('look')
        .transaction(
          async trx =>
            (await sql`select from pg_namespace where nspname in ('museum', 'data', 'pgboss')`.execute(trx)).rows,
        );
      expect(left).toEqual([]);
    });

    it('should be migrated to the newer version that restores it', async () => {
      await into([museumNext]);
      const floors = await target.database
        .tenant(1)
        .transaction(async trx => (await sql`select floor from museum.room`.execute(trx)).rows);
      expect(floors).toEqual([{ floor: 7 }]);
    });

    it('should be refused by a database that is not empty, by name', async () => {
      await expect(into([museumNext])).rejects.toMatchObject({
        code: 'DATABASE_NOT_EMPTY',
        message: expect.stringContaining('data'),
      });
    });
  });
});
