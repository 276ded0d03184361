import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestApp, TestPerson } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import type { Row } from './world-calls.ts';
import { call } from './world-calls.ts';

/** A project of tiled images with an item that was cut into tiles, and whose objects are loaded by viewport. */
export async function makeTiled(
  app: TestApp,
  teamId: number,
  owner: TestPerson,
  canary: string,
  picture: Buffer,
): Promise<Ids> {
  if (!app.app.operations.some(each => each.name === 'getTile')) return {};
  const project = await call<Row>(app, owner, 'projects.createProject', { body: { name: `${canary} tiled`, type: 5 } });
  if (project === undefined) return {};
  const params = { project_id: project.id };
  const made = await call<{ item: Row }>(app, owner, 'items.uploadItem', {
    params,
    query: { name: `${canary} slide.png` },
    bytes: picture,
  });
  if (made === undefined) return {};
  const of = { ...params, item_id: made.item.id };
  let job: string | null = null;
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await call<{ pyramid: Pyramid }>(app, owner, 'tiles.getPyramid', { params: of });
    job ??= found?.pyramid.job_id ?? null;
    // Until the job has ended, too, so that a later change of the team's rows was not its doing.
    if (found?.pyramid.state !== 'ready' || !(await isOver(app, owner, job))) {
      await pause(25);
      continue;
    }
    await makeLarge(app, teamId, owner, of);
    return { tiledProject: [project.id], tiledItem: [made.item.id], pyramid: [found.pyramid.id] };
  }
  throw new Error('The image was not cut into tiles.');
}

/** A document as one that has been prepared for loading by viewport: that takes thousands of objects otherwise. */
async function makeLarge(app: TestApp, teamId: number, owner: TestPerson, of: object): Promise<void> {
  const data = { metadata: { name: 'slide', width: 8, height: 8 }, instances: [], tags: [], comments: [] };
  await call(app, owner, 'annotations.saveAnnotation', { params: of, body: { op: randomUUID(), base: 0, data } });
  await app.database.tenant(teamId).transaction(trx =>
    sql`insert into annotations.object_index (team_id, item_id, revision, ready, rest)
        select team_id, item_id, revision, true, document - 'instances' from annotations.annotation
        where team_id = ${teamId}::int and item_id = ${(of as { item_id: number }).item_id}::int`.execute(trx),
  );
}

interface Pyramid {
  readonly id: number;
  readonly state: string;
  readonly job_id: string | null;
}

/** True when a job has ended, or is not there. */
export async function isOver(app: TestApp, owner: TestPerson, job: string | null): Promise<boolean> {
  if (job === null) return true;
  const found = await call<{ finishedAt: string | null }>(app, owner, 'core.getJob', { params: { job_id: job } });
  return found === undefined || found.finishedAt !== null;
}
