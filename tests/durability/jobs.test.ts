import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { openDatabase, silentLog } from '#core/data/server/index.ts';
import { SHORT_LIVED } from '#tests/support/built-server.ts';
import { copyEmbedded, makePostgres } from '#tests/support/database.ts';
import { canRunPostgres } from '#tests/support/postgres-cluster.ts';
import { hasTurn, isLongRun, slice } from '#tests/support/run-plan.ts';
import type { BuiltProgram } from './build-program.ts';
import { buildProgram } from './build-program.ts';

const JOBS = isLongRun ? 200 : 100;
/** Milliseconds that the process lives before each kill. */
const LIVES = slice('kills of jobs', [150, 250, 350, 450, 550], 2);
const KILLS = LIVES.length;
const kinds: readonly DatabaseKind[] = slice(
  'databases of killed jobs',
  canRunPostgres() ? ['pglite', 'postgres'] : ['pglite'],
  1,
);

describe.runIf(hasTurn('kills of jobs')).each(kinds)('jobs on %s', kind => {
  let program: BuiltProgram;
  let place: string;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    program = await buildProgram('job-worker');
    if (kind === 'postgres') {
      const made = await makePostgres();
      [place, remove] = [made.url, made.drop];
    } else {
      const parent = await mkdtemp(join(tmpdir(), 'loupe-jobs-'));
      place = join(parent, 'made');
      await copyEmbedded(place);
      remove = () => rm(parent, { recursive: true });
    }
  });
  afterAll(async () => {
    await program.remove();
    await remove();
  });

  it('should be neither lost nor done twice when their process is killed; one that was killed three times is given up', async () => {
    for (let round = 0; round <= KILLS; round++) {
      const child = spawn(process.execPath, [...SHORT_LIVED, program.file, place, round === 0 ? String(JOBS) : '0'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      let errors = '';
      child.stderr.on('data', chunk => (errors += String(chunk)));
      child.stdout.on('data', chunk => (output += String(chunk)));
      const ended = once(child, 'close');
      await expect.poll(() => output + errors, { timeout: 120_000 }).toMatch(/ready/);
      if (round < KILLS) {
        await pause(LIVES[round]!);
        child.kill('SIGKILL');
      }
      await ended;
      expect(errors).toBe('');
      if (round === KILLS) expect(output).toMatch(/idle/);
    }
    const database =
      kind === 'postgres'
        ? await openDatabase({ url: place, log: silentLog })
        : await openDatabase({ dataDir: place, log: silentLog });
    const found = await database.system('compare').transaction(
      async trx =>
        (
          await sql<{ unfinished: number; unexplained: number; without_effect: number; rows: number; numbers: number }>`
      select count(*) filter (where state not in ('COMPLETED', 'FAILED')) as unfinished,
        count(*) filter (where state = 'FAILED' and error ->> 'code' <> 'CRASHED') as unexplained,
        count(*) filter (where state = 'COMPLETED' and not exists (select from saves.save s where s.number = subject::int)) as without_effect,
        (select count(*) from saves.save) as rows, (select count(distinct number) from saves.save) as numbers
      from data.job`.execute(trx)
        ).rows[0]!,
    );
    await database.close();
    expect(found).toMatchObject({ unfinished: 0, unexplained: 0, without_effect: 0 });
    expect(found.numbers).toBe(found.rows);
    expect(found.rows).toBeGreaterThan(JOBS - KILLS * 4);
  });
});
