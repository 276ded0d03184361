import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer, ServerPlace } from '#tests/support/built-server.ts';
import { freePort, runBuiltCommand, startBuiltServer } from '#tests/support/built-server.ts';
import { makePostgres } from '#tests/support/database.ts';
import { fetchJson, signInOverHttp } from '#tests/support/http-client.ts';
import { canRunPostgres } from '#tests/support/postgres-cluster.ts';
import { hasTurn, isLongRun, slice } from '#tests/support/run-plan.ts';
import { makeNewerProduct } from './newer-product.ts';
import { SavingClient } from './saving-client.ts';

const CLIENTS = 4;
/** Between two saves of a client, milliseconds. */
const BETWEEN_MS = 100;
const EMAIL = 'uma@upgrade.test';
const PASSWORD = 'correct horse battery';
const isBuilt = existsSync(fileURLToPath(new URL('../../dist/server/main.js', import.meta.url)));
const runs = (kind: string): boolean => isBuilt && hasTurn('an upgrade') && (kind === 'pglite' || canRunPostgres());

for (const kind of slice('databases of upgrades', ['pglite', 'postgres'] as const, 1)) {
  describe.runIf(runs(kind))(`an upgrade on ${kind}`, () => {
    let place: ServerPlace;
    let teamId: number;
    let server: BuiltServer | undefined;
    let drop: () => Promise<void> = async () => undefined;

    beforeAll(async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'loupe-upgrade-'));
      const database = kind === 'postgres' ? await makePostgres() : undefined;
      drop = async () => {
        await database?.drop();
        await rm(dataDir, { recursive: true, force: true });
      };
      place = { dataDir, port: await freePort(), ...(database === undefined ? {} : { databaseUrl: database.url }) };
      const account = ['--email', EMAIL, '--name', 'Uma Up', '--password', PASSWORD, '--team', 'Up'];
      ({ team_id: teamId } = await runBuiltCommand<{ team_id: number }>(place, ['user', 'create', ...account]));
    });
    afterAll(async () => {
      server?.signal('SIGKILL');
      await server?.ended;
      await drop();
    });

    it(`should lose no save${isLongRun ? ', and be refused beforehand when a migration fails' : ''}`, async () => {
      server = await startBuiltServer(place);
      const { url } = server;
      const headers = await signInOverHttp(url, EMAIL, PASSWORD, teamId);
      const { body: project } = await fetchJson<{ id: number }>('POST', `${url}/project`, headers, {
        name: 'Upgraded',
        type: 1,
      });
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      const clients: SavingClient[] = [];
      for (let each = 0; each < CLIENTS; each++) {
        const path = `${url}/api/v1/project/${project.id}/upload?name=${each}.png`;
        const { body } = await fetchJson<{ item: { id: number } }>('PUT', path, headers, picture);
        clients.push(new SavingClient({ projectId: project.id, itemId: body.item.id }, () => headers));
      }
      let running = true;
      let ended = 0;
      const saving = Promise.all(
        clients.map(async each => {
          for (let saves = each.tally.acknowledged; running; saves = each.tally.acknowledged) {
            let left = 1;
            await each.save(url, () => left-- > 0);
            if (each.tally.acknowledged === saves) break;
            await pause(BETWEEN_MS);
          }
          ended = performance.now();
        }),
      );

      if (isLongRun) {
        const failing = await makeNewerProduct("async () => { throw new Error('this version is broken'); }");
        await expect(runBuiltCommand({ ...place, product: failing.folder }, ['upgrade', '--stop'])).rejects.toThrow(
          /Migration 9999-newer of maintenance failed: this version is broken/,
        );
        await failing.drop();
        // The clients go on: nothing was stopped.
        expect((await fetch(`${url}/ready`)).status).toBe(200);
        expect(ended).toBe(0);
      }

      const newer = await makeNewerProduct(
        'async database => void (await sql`alter table maintenance.plan add column newer int`.execute(database))',
      );
      const next = { ...place, product: newer.folder };
      const made = await runBuiltCommand<{ backup: string; migrations: unknown }>(next, ['upgrade', '--stop']);
      expect(made.migrations).toEqual([{ schema: 'maintenance', name: '9999-newer' }]);
      await saving;
      running = false;
      server = await startBuiltServer(next);
      const downMs = performance.now() - ended;
      const again = { ...headers, ...(await signInOverHttp(server.url, EMAIL, PASSWORD, teamId)) };
      const wrong = (await Promise.all(clients.map(each => each.compare(server!.url)))).flat();
      // What was refused at the end is sent again, as the editor does.
      let left = CLIENTS;
      await Promise.all(clients.map(each => each.save(server!.url, () => left-- > 0)));
      const { body } = await fetchJson<{ maintenance: unknown }>('GET', `${server.url}/api/v1/maintenance`, again);
      console.log(
        JSON.stringify({
          bench: 'upgrade',
          database: kind,
          acknowledged: clients.reduce((sum, each) => sum + each.tally.acknowledged, 0),
          wrong: wrong.length,
          down_ms: Math.round(downMs),
          server_start_ms: Math.round(server.readyMs),
        }),
      );
      expect(wrong).toEqual([]);
      expect(body.maintenance).toBeNull();
      expect(await readdir(join(place.dataDir, 'backups'))).toContain(made.backup.split('/').at(-1));
      await server.stop();
      await newer.drop();
    });
  });
}
