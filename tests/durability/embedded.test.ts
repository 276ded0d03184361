import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, silentLog } from '#core/data/server/index.ts';
import { SHORT_LIVED } from '#tests/support/built-server.ts';
import { copyEmbedded, DATABASE_TIMEOUT_MS, makePostgres } from '#tests/support/database.ts';
import { canRunPostgres } from '#tests/support/postgres-cluster.ts';
import { hasTurn, isLongRun, runSeed, slice } from '#tests/support/run-plan.ts';
import type { BuiltProgram } from './build-program.ts';
import { buildProgram } from './build-program.ts';
import { saveArea } from './save-area.ts';

interface Writer {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly saved: number[];
  readonly ready: Promise<{ readonly ms: number; readonly rss: number }>;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly errors: string;
    readonly rate: number;
    readonly rss: number;
  }>;
}

/** Milliseconds that the process goes on after its first save before each kill. */
const LIVES = slice('kills of the embedded database', [20, 150, 280, 410, 540], 2);
const whenKilled = it.runIf(hasTurn('kills of the embedded database'));

describe('the embedded database in a folder', () => {
  let program: BuiltProgram;
  /** An empty place. */
  let parent: string;
  /** Folder of a database that was made before. */
  let folder: string;
  const living = new Set<Writer>();

  beforeAll(async () => {
    program = await buildProgram('writer');
  });
  afterAll(() => program.remove());
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'loupe-durability-'));
    folder = join(parent, 'made');
    await copyEmbedded(folder);
  });
  afterEach(async () => {
    for (const each of living) {
      each.child.kill('SIGKILL');
      await each.ended;
    }
    await rm(parent, { recursive: true });
  });

  const start = (place: string, first: number, saves?: number): Writer => {
    const child = spawn(
      process.execPath,
      [...SHORT_LIVED, program.file, place, String(first), ...(saves === undefined ? [] : [String(saves)])],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const saved: number[] = [];
    let errors = '';
    let rate = 0;
    let rss = 0;
    child.stderr.on('data', chunk => (errors += String(chunk)));
    const ready = new Promise<{ ms: number; rss: number }>(resolve => {
      createInterface({ input: child.stdout }).on('line', line => {
        const [word, ...numbers] = line.split(' ');
        if (word === 'ready') resolve({ ms: Number(numbers[0]), rss: Number(numbers[1]) });
        if (word === 'saved') saved.push(Number(numbers[0]));
        if (word === 'rate') [rate, rss] = [Number(numbers[0]), Number(numbers[1])];
      });
    });
    const writer: Writer = {
      child,
      saved,
      ready,
      ended: new Promise(resolve => child.once('close', code => resolve({ code, errors, rate, rss }))),
    };
    living.add(writer);
    void writer.ended.then(() => living.delete(writer));
    return writer;
  };

  whenKilled('should lose and double no acknowledged save when the process is killed', async () => {
    const saved: number[] = [];
    for (const [round, life] of LIVES.entries()) {
      const writer = start(folder, (round + 1) * 1_000_000);
      await writer.ready;
      await expect.poll(() => writer.saved.length, { interval: 5 }).toBeGreaterThan(0);
      await pause(life);
      writer.child.kill('SIGKILL');
      await writer.ended;
      saved.push(...writer.saved);

      const database = await openDatabase({ dataDir: folder, log: silentLog });
      const found = await database.system('compare').transaction(async trx => {
        const numbers = await sql<{
          save: number[] | null;
          copy: number[] | null;
        }>`select (select array_agg(number order by number) from saves.save) as save, (select array_agg(number order by number) from saves.copy) as copy`.execute(
          trx,
        );
        await sql`reset role`.execute(trx);
        await sql`reindex table saves.save`.execute(trx);
        return numbers.rows[0]!;
      });
      await database.close();
      expect(found.copy).toEqual(found.save);
      expect(new Set(found.save).size).toBe(found.save?.length);
      const kept = new Set(found.save);
      expect(saved.filter(each => !kept.has(each))).toEqual([]);
    }
    console.log(
      JSON.stringify({
        bench: 'durability',
        figure: `acknowledged saves over ${LIVES.length} kills`,
        value: saved.length,
        lost: 0,
        doubled: 0,
        seed: runSeed,
      }),
    );
  });

  it('should be open to one process of its owner at a time, and free for the next after a close or a kill', async () => {
    await chmod(folder, 0o755);
    const first = start(folder, 0);
    await first.ready;
    for (const each of ['', 'socket', 'database']) expect((await stat(join(folder, each))).mode & 0o077).toBe(0);
    const began = performance.now();
    const { code, errors } = await start(folder, 0).ended;
    const took = Math.round(performance.now() - began);
    console.log(JSON.stringify({ bench: 'second process, embedded', ms: took, bar: 2_000, holds: took <= 2_000 }));
    expect(code).not.toBe(0);
    expect(errors).toContain(`in use by process ${first.child.pid}`);
    expect(errors).toContain(folder);
    expect(first.child.exitCode).toBeNull();
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await readFile(join(folder, 'server.lock'), 'utf8')).toContain(String(first.child.pid));

    // Without a built worker it opens in this thread.
    const here = await openDatabase({ dataDir: folder, log: silentLog });
    expect(await here.migrate([saveArea])).toEqual([]);
    await expect(openDatabase({ dataDir: folder, log: silentLog })).rejects.toMatchObject({
      code: 'DATA_FOLDER_IN_USE',
    });
    await here.close();
    await expect(readFile(join(folder, 'server.lock'))).rejects.toThrow(/ENOENT/);

    // At a path that is too long for a socket.
    const deep = join(parent, 'a'.repeat(60), 'b'.repeat(60));
    await mkdir(dirname(deep));
    await rename(folder, deep);
    const asked = start(deep, 10);
    await asked.ready;
    await expect.poll(() => asked.saved.length, { interval: 5 }).toBeGreaterThan(4);
    asked.child.stdin.write('close\n');
    expect(
      (await asked.ended).errors.replace(
        /.*(driver has already|pool after calling end|DATABASE_UNAVAILABLE|cannot be reached).*\n/g,
        '',
      ),
    ).toBe('');
  });

  whenKilled('should start over when it was killed while the database was made', async () => {
    const own = join(parent, 'own');
    const killed = start(own, 0);
    // The database is made beside its place, and moved there once it is done.
    await expect
      .poll(() => existsSync(join(own, 'database.new', 'PG_VERSION')), { interval: 5, timeout: DATABASE_TIMEOUT_MS })
      .toBe(true);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await start(own, 0).ready;
  });

  it.runIf(isLongRun)('should say how fast and how large it is', async () => {
    const print = (figure: string, value: number, unit: string, bar?: number): void =>
      console.log(
        JSON.stringify({
          bench: 'database',
          figure,
          value,
          unit,
          ...(bar === undefined ? {} : { bar, holds: unit === 'MB' || unit === 'ms' ? value <= bar : value >= bar }),
        }),
      );
    const empty = start(join(parent, 'own'), 0, 1);
    print('first start, embedded', (await empty.ready).ms, 'ms');
    await empty.ended;
    const writer = start(folder, 100, 3_000);
    const { ms, rss } = await writer.ready;
    print('later start, embedded', ms, 'ms', 5_000);
    print('memory at start, embedded', rss, 'MB', 450);
    const { rate, rss: after } = await writer.ended;
    print('saves, embedded', rate, '1/s', 800);
    print('memory after 3000 saves, embedded', after, 'MB', 450);
    expect(rate).toBeGreaterThan(0);
    if (!canRunPostgres()) return;
    const made = await makePostgres();
    const other = start(made.url, 0, 3_000);
    const atStart = await other.ready;
    print('start, PostgreSQL', atStart.ms, 'ms', 5_000);
    const end = await other.ended;
    print('saves, PostgreSQL', end.rate, '1/s', 800);
    print('memory after 3000 saves, PostgreSQL', end.rss, 'MB', 250);
    await made.drop();
    expect(end.rate).toBeGreaterThan(0);
  });
});
