import { mkdir, writeFile } from 'node:fs/promises';
import { timed } from '../api/documents.mjs';
import { percentile } from '../support/figures.mjs';

const ROUNDS = 30;
const DIMENSION = 64;
const PROVIDER = `http-bench-${DIMENSION}-${DIMENSION}`;

/**
 * Vectors of random bytes for all pictures and objects, as a connected model made them: similar objects while nothing
 * changes, and the first search after a change of an item.
 */
export async function similarByModel(server, report, project, { items, each }) {
  await mkdir(process.env.MODELS_DIR, { recursive: true });
  await writeFile(
    `${process.env.MODELS_DIR}/embeddings.json`,
    // Vectors are there already: nothing is asked of this address.
    JSON.stringify({ url: 'http://127.0.0.1:9/', model: 'bench', dimension: DIMENSION }),
  );
  const bytes = name => [0, 1, 2, 3].map(part => `md5(${name} || ' ${part}')`).join(' || ');
  const own = `team_id = ${server.teamId} and project_id = ${project}`;
  await server.sql(`update items.item set blob_hash = md5(id::text) || md5(name) where ${own}`);
  await server.sql(`insert into explore.embedding (team_id, project_id, item_id, position, source, provider, vector)
    select team_id, project_id, id, -1, blob_hash, '${PROVIDER}', decode(${bytes('id')}, 'hex') from items.item where ${own}`);
  await server.sql(`insert into explore.embedding (team_id, project_id, item_id, position, source, provider, vector)
    select r.team_id, r.project_id, r.item_id, r.position, md5(concat_ws(' ', item.blob_hash, r.x, r.y, r.width, r.height)), '${PROVIDER}',
      decode(${bytes("(r.item_id || '/' || r.position)")}, 'hex')
    from explore.instance as r join items.item as item on item.id = r.item_id
    where r.team_id = ${server.teamId} and r.project_id = ${project} and r.width > 0 and r.height > 0`);
  await server.sql(
    `insert into explore.embedding_sync (team_id, project_id, job_id, provider) values (${server.teamId}, ${project}, gen_random_uuid(), '${PROVIDER}')`,
  );
  await server.settle();
  const [{ id: first }] = await server.sql(`select id from items.item where ${own} order by id limit 1`);
  const search = () =>
    server.call('POST', `/services/explore/api/v1/similarity/instances/search?project_id=${project}`, {
      body: { item_id: first, position: 0, limit: 100 },
    });
  const details = { vectors: items * (each + 1), dimension: DIMENSION };
  report('first 100 similar objects by a model, vectors not in memory', await timed(search), 'ms', details);
  const [again, changed] = [[], []];
  const before = await server.processor();
  for (let round = 0; round < ROUNDS; round += 1) again.push(await timed(search));
  const processor = ((await server.processor()) - before) / ROUNDS;
  for (let round = 0; round < ROUNDS; round += 1) {
    // An object gets another class, as a save does it.
    await server.sql(`update explore.instance set class_id = class_id + ${round % 2 === 0 ? 1 : -1}
      where team_id = ${server.teamId} and item_id = ${first + 1 + round} and position = 1`);
    changed.push(await timed(search));
  }
  report('100 similar objects by a model, p95', percentile(again, 0.95), 'ms', {
    bar: 100,
    n: again.length,
    ...details,
  });
  report('100 similar objects by a model, processor time of one', processor, 'ms', details);
  report('the same after a write, p95', percentile(changed, 0.95), 'ms', { n: changed.length, ...details });
}
