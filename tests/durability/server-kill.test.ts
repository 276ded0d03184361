import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, silentLog } from '#core/data/server/index.ts';
import type { BuiltServer, ServerPlace } from '#tests/support/built-server.ts';
import { freePort, runBuiltCommand, runBuiltServer, startBuiltServer } from '#tests/support/built-server.ts';
import { makePostgres } from '#tests/support/database.ts';
import { canRunPostgres } from '#tests/support/postgres-cluster.ts';
import { fetchJson, signInOverHttp } from '#tests/support/http-client.ts';
import { hasTurn, isLongRun, runSeed, seededNumber, slice } from '#tests/support/run-plan.ts';
import { MovedItems } from './moved-items.ts';
import { SavingClient } from './saving-client.ts';
import { seededRandom } from './seeded-random.ts';

const KILLS = isLongRun ? 20 : 2;
const CLIENTS = 4;
/** Kills while a pipeline runs, and its items. */
const RUN_KILLS = isLongRun ? 20 : 2;
const MOVED = 60;
const SEED = seededNumber('server kill');
const EMAIL = 'kim@kill.test';
const PASSWORD = 'correct horse battery';
const built = existsSync(fileURLToPath(new URL('../../dist/server/main.js', import.meta.url)));

/** Returns how many items a change had changed, from the database of a server that is stopped. */
async function changedOnDisk({ dataDir, databaseUrl }: ServerPlace, change: number): Promise<number> {
  const database = await openDatabase(
    databaseUrl === undefined
      ? { dataDir: join(dataDir, 'database'), log: silentLog }
      : { url: databaseUrl, log: silentLog },
  );
  try {
    const { rows } = await database
      .system('read a change of a stopped server')
      .transaction(trx => sql<{ changed: number }>`select changed from items.change where id = ${change}`.execute(trx));
    return rows[0]!.changed;
  } finally {
    await database.close();
  }
}

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
const whenKilled = it.runIf(hasTurn('kills of the server'));
const whenKilledInRun = it.runIf(hasTurn('kills of the server in a pipeline'));
const whenChanging = describe.runIf(hasTurn('ends of the server in a change'));

for (const kind of slice('databases of killed servers', ['pglite', 'postgres'] as const, 1)) {
  describe.skipIf(!built || (kind === 'postgres' && !canRunPostgres()))(`the built server on ${kind}`, () => {
    let place: ServerPlace;
    let teamId: number;
    let server: BuiltServer | undefined;
    let drop: () => Promise<void> = async () => undefined;

    beforeAll(async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'loupe-kill-'));
      const database = kind === 'postgres' ? await makePostgres() : undefined;
      drop = async () => {
        await database?.drop();
        await rm(dataDir, { recursive: true, force: true });
      };
      place = { dataDir, port: await freePort(), ...(database === undefined ? {} : { databaseUrl: database.url }) };
      ({ team_id: teamId } = await runBuiltCommand<{ team_id: number }>(place, [
        'user',
        'create',
        '--email',
        EMAIL,
        '--name',
        'Kim Kill',
        '--password',
        PASSWORD,
        '--team',
        'Kill',
      ]));
    });
    afterAll(async () => {
      await end('SIGKILL');
      await drop();
    });

    /** The server that a test before left running, else a new one. */
    const running = async (): Promise<BuiltServer> => (server ??= await startBuiltServer(place));
    /** Ends the server, if one runs. */
    const end = async (signal: NodeJS.Signals): Promise<number | null | undefined> => {
      const ending = server;
      server = undefined;
      ending?.signal(signal);
      return (await ending?.ended)?.code;
    };

    /** A project with one picture for each client. */
    const makeItems = async (
      url: string,
      headers: Record<string, string>,
      name: string,
    ): Promise<readonly { projectId: number; itemId: number }[]> => {
      const { body: project } = await fetchJson<{ id: number }>('POST', `${url}/project`, headers, { name, type: 1 });
      return Promise.all(
        Array.from({ length: CLIENTS }, async (_, index) => {
          const picture = await sharp({
            create: { width: 32, height: 20, channels: 3, background: { r: index * 40, g: 80, b: 120 } },
          })
            .png()
            .toBuffer();
          const { status, body } = await fetchJson<{ item: { id: number } }>(
            'PUT',
            `${url}/api/v1/project/${project.id}/upload?name=${index}.png`,
            headers,
            picture,
          );
          if (status !== 200) throw new Error(`The upload was answered ${status} ${JSON.stringify(body)}`);
          return { projectId: project.id, itemId: body.item.id };
        }),
      );
    };

    whenKilled(`should lose and double no acknowledged save when it is killed ${KILLS} times`, async () => {
      const random = seededRandom(SEED);
      const { url: first } = await running();
      let headers = await signInOverHttp(first, EMAIL, PASSWORD, teamId);
      const clients = (await makeItems(first, headers, 'Killed')).map(each => new SavingClient(each, () => headers));
      const ready: number[] = [];
      const wrong: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const { url } = await running();
        let goesOn = true;
        const saving = Promise.all(clients.map(each => each.save(url, () => goesOn)));
        await pause(60 + random() * 640);
        const ended = end('SIGKILL');
        goesOn = false;
        await Promise.all([saving, ended]);
        ready.push((await running()).readyMs);
        if (kill % 10 === 9) headers = await signInOverHttp(url, EMAIL, PASSWORD, teamId);
        for (const each of clients) wrong.push(...(await each.compare(url)));
      }
      const { url } = await running();
      // What was on its way at the last kill is sent once more, as the editor's queue does.
      await Promise.all(
        clients.map(each => {
          let left = 1;
          return each.save(url, () => left-- > 0);
        }),
      );
      for (const each of clients) wrong.push(...(await each.compare(url)));
      const sum = (field: 'acknowledged' | 'replayed' | 'found'): number =>
        clients.reduce((total, each) => total + each.tally[field], 0);
      console.log(
        JSON.stringify({
          bench: 'server kill',
          database: kind,
          kills: KILLS,
          acknowledged: sum('acknowledged'),
          replayed: sum('replayed'),
          stored_before_the_kill: sum('found'),
          wrong: wrong.length,
          ready_ms_median: Math.round(middle(ready)),
          ready_ms_longest: Math.round(Math.max(...ready)),
          seed: runSeed,
        }),
      );
      expect(wrong).toEqual([]);
      // Every life of the server stored something; how much is the machine's affair.
      expect(sum('acknowledged')).toBeGreaterThanOrEqual(KILLS);
      expect(sum('replayed')).toBeGreaterThan(0);
    });

    whenKilledInRun(
      `should make each change of a pipeline exactly once when it is killed ${RUN_KILLS} times`,
      async () => {
        const random = seededRandom(SEED);
        const address = async () => {
          const { url } = await running();
          return { url, headers: await signInOverHttp(url, EMAIL, PASSWORD, teamId) };
        };
        const items = await MovedItems.make(await address(), MOVED);
        const effects: number[] = [];
        for (let kill = 0; kill < RUN_KILLS; kill++) {
          await items.fire(await address());
          await pause(random() * 1_500);
          await end('SIGKILL');
          effects.push(await items.effects(await address(), kill + 1));
        }
        expect(effects).toEqual(Array.from({ length: RUN_KILLS }, (_, kill) => (kill + 1) * MOVED));
      },
    );

    it('should answer every request under way when it is asked to stop, and end well', async () => {
      const { url } = await running();
      const headers = await signInOverHttp(url, EMAIL, PASSWORD, teamId);
      const [item] = await makeItems(url, headers, `Stopped ${kind}`);
      const path = `${url}/api/v1/project/${item!.projectId}/item/${item!.itemId}/annotation`;
      const requests = Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? fetchJson('GET', path, headers)
          : fetchJson('PUT', path, headers, {
              op: crypto.randomUUID(),
              base: 0,
              data: { metadata: { name: '0.png' }, instances: [], tags: [], comments: [] },
            }),
      );
      const settled = Promise.allSettled(requests);
      await Promise.race(requests);
      const began = performance.now();
      const code = await end('SIGTERM');
      const took = performance.now() - began;
      const answers = await settled;
      const lost = answers.filter(each => each.status === 'rejected');
      const saved = answers.filter(each => each.status === 'fulfilled' && each.value.status === 200).length;
      console.log(
        JSON.stringify({
          bench: 'server stop',
          database: kind,
          in_flight: requests.length,
          answered: answers.length - lost.length,
          ok: saved,
          exit: code,
          ms: Math.round(took),
        }),
      );
      expect(lost).toEqual([]);
      expect(code).toBe(0);
    });

    whenChanging('with a change of many items under way', () => {
      const MANY = isLongRun ? 20_000 : 6_000;
      /** After each kill the job waits until the claim of the dead server has run out. */
      const TIMES = isLongRun ? 2 : 1;
      const ends = slice('ends of a server in a change', ['killed', 'stopped', 'killed in a manifest'], 1);
      interface Change {
        readonly id: number;
        readonly state: string;
        readonly message: string | null;
        readonly total: number;
        readonly changed: number;
        readonly same: number;
        readonly refused: readonly unknown[];
      }

      const begin = async (name: string) => {
        const { url } = await running();
        const headers = await signInOverHttp(url, EMAIL, PASSWORD, teamId);
        const { body: project } = await fetchJson<{ id: number }>('POST', `${url}/project`, headers, { name, type: 1 });
        for (let made = 0; made < MANY; made += 500) {
          const images = Array.from({ length: 500 }, (_, at) => ({
            name: `${made + at}.jpg`,
            path: `https://files.test/${made + at}.jpg`,
          }));
          const { status } = await fetchJson('POST', `${url}/image/ext-create`, headers, {
            project_id: project.id,
            team_id: teamId,
            images,
            upload_state: 3,
            meta: {},
          });
          if (status >= 300) throw new Error(`Items were answered ${status}`);
        }
        const items = `/api/v1/project/${project.id}/items`;
        const { body: change } = await fetchJson<Change>('POST', `${url}${items}/change`, headers, {
          selection: { filter: {} },
          change: { kind: 'status', value: 2 },
        });
        const read = async (): Promise<Change> =>
          (await fetchJson<Change>('GET', `${url}${items}/changes/${change.id}`, headers)).body;
        /** Waits until the change is past some items and not at its end; answers how far. */
        const reach = async (past: number): Promise<number> => {
          for (;;) {
            const { changed, state } = await read();
            if (state !== 'running')
              throw new Error(`The change had ended before it could be interrupted, at ${changed}.`);
            if (changed > past) return changed;
            await pause(5);
          }
        };
        const ended = async (): Promise<Change> => {
          for (;;) {
            const last = await read();
            if (last.state !== 'running') return last;
            await pause(50);
          }
        };
        const counts = async (): Promise<unknown> =>
          (await fetchJson<{ byStatus: unknown }>('GET', `${url}/api/v1/project/${project.id}/item-counts`, headers))
            .body.byStatus;
        return { id: change.id, reach, ended, counts };
      };

      it.runIf(ends.includes('killed'))(
        `should finish it exactly once after ${TIMES === 1 ? 'a kill' : `${TIMES} kills`}`,
        async () => {
          const { reach, ended, counts } = await begin(`Killed in a change ${kind}`);
          const at: number[] = [];
          for (let kill = 0; kill < TIMES; kill++) {
            at.push(await reach(at.at(-1) ?? 0));
            await end('SIGKILL');
            await running();
          }
          // A step that was made twice would find its items as they are to be, and count them as the same.
          expect(await ended()).toMatchObject({ state: 'finished', total: MANY, changed: MANY, same: 0, refused: [] });
          expect(await counts()).toEqual({ 2: MANY });
          console.log(JSON.stringify({ bench: 'kill in a bulk change', database: kind, items: MANY, killed_at: at }));
        },
      );

      it.runIf(ends.includes('killed in a manifest'))(
        'should attach every line of a manifest exactly once after a kill in its upload and one in its job',
        async () => {
          server = await startBuiltServer(place);
          const headers = await signInOverHttp(server.url, EMAIL, PASSWORD, teamId);
          const { body: project } = await fetchJson<{ id: number }>('POST', `${server.url}/project`, headers, {
            name: `Killed in a manifest ${kind}`,
            type: 1,
          });
          const lines = Array.from({ length: MANY }, (_, at) => `https://files.test/${at}.jpg\n`).join('');
          const tus = { ...headers, 'tus-resumable': '1.0.0' };
          const path = `/api/v1/project/${project.id}/uploads`;
          const made = await fetch(`${server.url}${path}?name=l.txt&unpack=addresses`, {
            method: 'POST',
            headers: { ...tus, 'upload-length': String(lines.length) },
          });
          const upload = new URL(made.headers.get('location')!, server.url).pathname;
          const send = (from: number, to: number): Promise<Response> =>
            fetch(`${server!.url}${upload}`, {
              method: 'PATCH',
              body: lines.slice(from, to),
              headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
            });
          const half = Math.floor(lines.length / 2);
          expect((await send(0, half)).headers.get('upload-offset')).toBe(String(half));
          // The rest is under way when the server dies: the part that was acknowledged stays, wherever the other ends.
          const cut = send(half, lines.length - 1).catch(() => undefined);
          server.signal('SIGKILL');
          await Promise.all([cut, server.ended]);
          server = await startBuiltServer(place);
          const kept = await fetch(`${server.url}${upload}`, { method: 'HEAD', headers: tus });
          const offset = Number(kept.headers.get('upload-offset'));
          expect(offset).toBeGreaterThanOrEqual(half);
          const sent = await send(offset, lines.length);
          const { job_id: id } = (await sent.json()) as { readonly job_id: string };
          interface State {
            readonly state: string;
            readonly done: number;
            readonly result: unknown;
          }
          const read = async (): Promise<State> =>
            (await fetchJson<State>('GET', `${server!.url}/api/v1/jobs/${id}`, headers)).body;
          for (let at = await read(); at.done === 0 && at.state !== 'COMPLETED'; at = await read()) await pause(5);
          server.signal('SIGKILL');
          await server.ended;
          server = await startBuiltServer(place);
          let last = await read();
          for (; last.state !== 'COMPLETED'; last = await read()) {
            if (last.state === 'FAILED') throw new Error(JSON.stringify(last));
            await pause(50);
          }
          // A step that was made twice would find its names taken.
          expect(last.result).toMatchObject({ created: MANY, skipped: 0, failed_count: 0 });
        },
      );

      it.runIf(ends.includes('stopped'))(
        'should stop after the step at hand when it is asked to, and finish it after the next start',
        async () => {
          const { id, reach, ended, counts } = await begin(`Stopped in a change ${kind}`);
          const at = await reach(0);
          const began = performance.now();
          const code = await end('SIGTERM');
          const took = performance.now() - began;
          expect(code).toBe(0);
          // A server that had waited for the entire change would have left none of it. The next one goes on as it
          // starts.
          expect(await changedOnDisk(place, id)).toBeLessThan(MANY);
          await running();
          expect(await ended()).toMatchObject({ state: 'finished', total: MANY, changed: MANY, same: 0 });
          expect(await counts()).toEqual({ 2: MANY });
          console.log(
            JSON.stringify({
              bench: 'stop in a bulk change',
              database: kind,
              items: MANY,
              stopped_at: at,
              ms: Math.round(took),
            }),
          );
        },
      );
    });

    it.runIf(kind === 'pglite')(
      'should refuse a second process on the same data folder at once, naming the folder',
      async () => {
        const { url } = await running();
        const began = performance.now();
        const { code, output } = await runBuiltServer({ ...place, port: await freePort() });
        console.log(JSON.stringify({ bench: 'second process', ms: Math.round(performance.now() - began) }));
        expect(code).not.toBe(0);
        expect(output).toContain(place.dataDir);
        expect((await fetch(`${url}/ready`)).status).toBe(200);
      },
    );
  });
}
