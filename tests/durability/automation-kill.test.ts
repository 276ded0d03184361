import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer, ServerPlace } from '#tests/support/built-server.ts';
import { freePort, runBuiltCommand, startBuiltServer } from '#tests/support/built-server.ts';
import { fetchJson, signInOverHttp } from '#tests/support/http-client.ts';
import { isLongRun, runSeed, seededNumber } from '#tests/support/run-plan.ts';
import { seededRandom } from './seeded-random.ts';

const KILLS = isLongRun ? 200 : 2;
const ITEMS = 60;
/** Milliseconds after the start of a pipeline within which its server is killed. */
const WITHIN_MS = 800;
const EMAIL = 'kim@automation-kill.test';
const PASSWORD = 'correct horse battery';
const API = '/services/automations/zimmer/api/v1';
const CODE = `export default (event, context, { item }) => { item.setStatus(context.after.annotation_status === 'InProgress' ? 'QualityCheck' : 'InProgress'); };\n`;
const built = existsSync(fileURLToPath(new URL('../../dist/server/main.js', import.meta.url)));

describe.skipIf(!built)('automations of the built server', () => {
  let place: ServerPlace;
  let teamId: number;
  let server: BuiltServer;
  let headers: Record<string, string>;

  beforeAll(async () => {
    place = { dataDir: await mkdtemp(join(tmpdir(), 'loupe-automation-kill-')), port: await freePort() };
    const person = ['--email', EMAIL, '--name', 'Kim', '--password', PASSWORD, '--team', 'Kill'];
    ({ team_id: teamId } = await runBuiltCommand<{ team_id: number }>(place, ['user', 'create', ...person]));
    server = await startBuiltServer(place);
    headers = await signInOverHttp(server.url, EMAIL, PASSWORD, teamId);
  });
  afterAll(async () => {
    server?.signal('SIGKILL');
    await server?.ended;
    await rm(place.dataDir, { recursive: true, force: true });
  });

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetchJson<T>(method, server.url + path, headers, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const pipeline = async (event: string, settings: object, type: string, of: object): Promise<number> => {
    const graph = {
      nodes: [
        { id: 'start', kind: 'event', type: event, settings, scope: { all: true, projects: [] }, x: 0, y: 0 },
        { id: 'step', kind: 'action', type, settings: of, x: 300, y: 0 },
      ],
      edges: [{ from: 'start', to: 'step' }],
    };
    return (await call<{ id: number }>('POST', `${API}/workflow`, { name: event, description: '', graph })).id;
  };
  const count = async (id: number, state = ''): Promise<number> =>
    (await call<{ total_count: number }>('GET', `${API}/history?pipeline_id=${id}&limit=1${state}`)).total_count;
  /** Waits until a pipeline has so many runs or more, all of them ended. */
  const rested = (id: number, least: number): Promise<void> =>
    expect
      .poll(
        async () =>
          (await count(id)) >= least &&
          (await count(id, '&state=NOT_STARTED')) + (await count(id, '&state=IN_PROGRESS')) === 0,
        { timeout: 120_000, interval: 100 },
      )
      .toBe(true);

  it(`should change each item once although their server is killed ${KILLS} times`, async () => {
    const random = seededRandom(seededNumber('automation kill'));
    const project = await call<{ id: number }>('POST', '/project', { name: 'Killed', type: 8 });
    const items = await call<readonly { id: number }[]>('POST', '/image/ext-create', {
      project_id: project.id,
      upload_state: 3,
      images: Array.from({ length: ITEMS }, (_, at) => ({ name: `item ${at}`, path: 'custom_llm' })),
      meta: {},
    });
    const draft = { source: CODE, hosts: [], writes: ['set_status'], secrets: [], time_limit: 10, memory: 64 };
    const task = await call<{ id: number; revision: number }>('POST', `${API}/custom_task`, {
      name: 'Move on',
      description: '',
      draft,
    });
    await call('POST', `${API}/custom_task/${task.id}/deploy`, { revision: task.revision });
    const moving = await pipeline('item fired', { name: 'Go' }, 'custom', { custom_task_id: task.id });
    const counting = await pipeline('item u:annotation_status', {}, 'set_approval', { approval: 'approved' });
    for (let kill = 1; kill <= KILLS; kill++) {
      await call('POST', `${API}/trigger`, {
        pipeline_id: moving,
        project_id: project.id,
        item_ids: items.map(each => each.id),
      });
      await pause(random() * WITHIN_MS);
      server.signal('SIGKILL');
      await server.ended;
      server = await startBuiltServer(place);
      if (kill % 10 === 0) headers = await signInOverHttp(server.url, EMAIL, PASSWORD, teamId);
      await rested(moving, kill * ITEMS);
      // Each change of a status began one run: fewer were lost, and more were done twice.
      await rested(counting, kill * ITEMS);
      expect(await count(counting), `kill ${kill} of the seed ${runSeed}`).toBe(kill * ITEMS);
    }
  });
});
