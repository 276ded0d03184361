import { setTimeout as pause } from 'node:timers/promises';
import { timed } from '../api/documents.mjs';
import { percentile } from '../support/figures.mjs';

const EACH = 10;
const CLASSES = 8;
const ROUNDS = 10;
/** Items written by one statement. */
const PART = 20_000;

/**
 * Items with ten objects and two status changes each, written by SQL: counting from scratch, reports, a save and the
 * report after it.
 */
export async function measure(server, report, items) {
  const { id: project, folder_id: folder } = await server.call('POST', '/project', {
    body: { name: 'Counted', type: 1 },
  });
  const classes = await server.call('POST', `/classes?project_id=${project}`, {
    body: {
      classes: Array.from({ length: CLASSES }, (_, at) => ({
        name: `Class ${at}`,
        color: '#112233',
        type: 1,
        attribute_groups: [],
      })),
    },
  });
  const box = `jsonb_build_object('id', item.id || '-' || n, 'type', 'bbox',
    'classId', ${classes[0].id} + (item.id + n) % ${CLASSES}, 'attributes', '[]'::jsonb, 'probability', 100,
    'points', jsonb_build_object('x1', n * 90, 'y1', item.id % 500, 'x2', n * 90 + 60, 'y2', item.id % 500 + 60),
    'creationType', 'Manual', 'createdBy', jsonb_build_object('email', 'person' || item.id % 20 || '@bench.test', 'role', 'Annotator'),
    'createdAt', '2026-03-0' || 1 + item.id % 9 || 'T08:00:00.000Z')`;
  for (let start = 0; start < items; start += PART) {
    const last = Math.min(items, start + PART);
    await server.sql(`insert into items.item (team_id, project_id, folder_id, name, annotation_status, source, url, width, height)
      select ${server.teamId}, ${project}, ${folder}, lpad(n::text, 9, '0') || '.jpg', 1 + n % 6, 2, 'https://files.test/' || n, 1000, 1000
      from generate_series(${start + 1}, ${last}) n`);
    await server.sql(`insert into annotations.annotation (team_id, project_id, item_id, revision, document, instance_count, size, updated_by)
      select item.team_id, item.project_id, item.id, 1, made.document, ${EACH}, length(made.document::text), 'person1@bench.test'
      from (select * from items.item where project_id = ${project} order by id desc limit ${last - start}) as item,
        lateral (select jsonb_build_object('metadata', jsonb_build_object('name', item.name), 'tags', '[]'::jsonb, 'comments', '[]'::jsonb,
          'instances', (select jsonb_agg(${box} order by n) from generate_series(0, ${EACH - 1}) n)) as document) as made`);
    await server.sql(`insert into analytics.transition (team_id, project_id, item_id, from_status, to_status, email, role, source, at)
      select item.team_id, item.project_id, item.id, 1, 2 + n, 'person' || item.id % 20 || '@bench.test', 1, 'session', now() - make_interval(hours => 48 - n)
      from (select * from items.item where project_id = ${project} order by id desc limit ${last - start}) as item, generate_series(0, 1) n`);
  }
  await server.settle();
  const ofProject = `/project/${project}/analytics`;
  const scratch = await timed(async () => {
    await server.call('POST', `${ofProject}/startCalculation`);
    for (let state = ''; state !== 'COMPLETED';) {
      await pause(200);
      ({ state } = await server.call('GET', `${ofProject}/status`));
      if (state === 'FAILED') throw new Error('The calculation failed.');
    }
  });
  report('counting from scratch', scratch, 'ms', { objects: items * EACH, perItem: scratch / items });
  const reporting = `/reporting/project/${project}`;
  const reports = ['data-cards', 'overview', 'image-overview', 'users-table', 'class-overview', 'attribute-overview'];
  for (const name of reports) {
    const times = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const ms = await timed(() => server.call('GET', `${reporting}/${name}`));
      if (round >= 0) times.push(ms);
    }
    report(`${name}, p95`, percentile(times, 0.95), 'ms', { n: times.length });
  }
  await afterSave(server, report, project, reporting);
  await evaluate(server, report, project, items);
}

/** One save, and the first report that counts it. */
async function afterSave(server, report, project, reporting) {
  const objects = async () =>
    (await server.call('GET', `${reporting}/data-cards`)).cards.find(each => each.key === 'objects').value;
  const before = await objects();
  const [{ id: item }] = await server.sql(`select id from items.item where project_id = ${project} limit 1`);
  const path = `/api/v1/project/${project}/item/${item}`;
  const { revision, document } = await server.call('GET', `${path}/editor`, { as: 'browser' });
  const ms = await timed(async () => {
    await server.call('PUT', `${path}/annotation`, {
      as: 'browser',
      body: { op: 'a'.repeat(32), base: revision, data: { ...document, instances: document.instances.slice(1) } },
    });
    if ((await objects()) !== before - 1) throw new Error('The report does not count the save.');
  });
  report('a save and a report that counts it', ms, 'ms', { bar: 2000 });
}

/** Predictions of all items: every box a little beside the true one, one in ten of another class. */
async function evaluate(server, report, project, items) {
  const [{ id: set }] =
    await server.sql(`insert into evaluation.prediction_set (team_id, project_id, name, model, version, file_name, size, kept, report, creator)
    values (${server.teamId}, ${project}, 'Bench', '', '', 'bench.json', 1, true, '{"objects": 0, "matched": 0}', 'owner@bench.test') returning id`);
  await server.sql(`insert into evaluation.prediction (team_id, prediction_set_id, item_id, objects)
    select item.team_id, ${set}, item.id, (select jsonb_agg(jsonb_build_object('label', 'Class ' || (item.id + n + case when (item.id + n) % 10 = 0 then 1 else 0 end) % ${CLASSES},
      'score', ((item.id * 7 + n * 13) % 100) / 100.0, 'type', 'box', 'points', jsonb_build_array(n * 90 + 3, item.id % 500 + 3, n * 90 + 63, item.id % 500 + 63)))
      from generate_series(0, ${EACH - 1}) n) from items.item as item where item.project_id = ${project}`);
  await server.settle();
  let id;
  const ms = await timed(async () => {
    ({ id } = await server.call('POST', `/api/v1/project/${project}/evaluations`, {
      body: { task: 'boxes', prediction_set_id: set },
    }));
    for (let state = 'running'; state === 'running';) {
      await pause(200);
      ({ state } = await server.call('GET', `/api/v1/project/${project}/evaluations/${id}`));
      if (state === 'failed') throw new Error('The evaluation failed.');
    }
  });
  report('evaluation of all items', ms, 'ms', { predictions: items * EACH, perItem: ms / items });
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(
      await timed(() => server.call('GET', `/api/v1/project/${project}/evaluations/${id}/items?step=${round * 10}`)),
    );
  report('worst items of an evaluation, p95', percentile(times, 0.95), 'ms', { n: times.length });
}
