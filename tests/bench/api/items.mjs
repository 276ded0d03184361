import { percentile } from '../support/figures.mjs';
import { timed } from './documents.mjs';

/** A folder takes 50 000 and a project 500 000: a little room is left for what the benchmark adds. */
const SIZES = {
  whole: { few: 1000, folders: 10, each: 49_900, attached: 50_000 },
  quick: { few: 1000, folders: 2, each: 10_000, attached: 5000 },
};
const A_CALL = 500;
const ROUNDS = 60;
/** Rounds before the ones that count, in which plans and caches are made. */
const WARM = 5;

/** Items: half a million in one project beside a thousand in another one. */
export async function measure(server, report, { quick }) {
  const size = quick ? SIZES.quick : SIZES.whole;
  const small = await seeded(server, 'Small', 1, size.few);
  const large = await seeded(server, 'Large', size.folders, size.each);
  await server.settle();
  await adding(server, small, large, report);
  await pages(server, large, report);
  await counting(server, large, report);
  await attaching(server, size.attached, report);
}

async function place(server, name, folders) {
  const { id: project, folder_id: root } = await server.call('POST', '/project', { body: { name, type: 1 } });
  const made = [root];
  for (let index = 1; index < folders; index += 1)
    made.push((await server.call('POST', `/folder?project_id=${project}`, { body: { name: `Folder ${index}` } })).id);
  return { project, folders: made };
}

/** A project with so many folders of so many items, attached by address. */
export async function seeded(server, name, folders, each) {
  const made = await place(server, name, folders);
  for (const folder of made.folders) {
    await server.sql(`insert into items.item (team_id, project_id, folder_id, name, annotation_status, entropy_value, source, url)
      select ${server.teamId}, ${made.project}, ${folder}, 'image_' || lpad((n * 7919 % 1000003)::text, 7, '0') || '.jpg', 1 + n % 6, n % 1000, 2, 'https://files.test/' || n from generate_series(1, ${each}) n`);
  }
  await server.call('PUT', `/project/${made.project}`, { body: { name, status: 2 } });
  return { ...made, count: folders * each };
}

let added = 0;
const attach = (server, { project, folders }, names) =>
  server.call('POST', '/image/ext-create', {
    body: {
      project_id: project,
      folder_id: folders[0],
      team_id: server.teamId,
      upload_state: 3,
      images: names.map(name => ({ name, path: `https://files.test/${name}`, integration_id: null })),
      meta: {},
    },
  });

async function adding(server, small, large, report) {
  const [few, many] = [[], []];
  for (let round = -10; round < ROUNDS; round += 1) {
    // In turn, so that what else the machine does falls on both.
    for (const [target, times] of [
      [small, few],
      [large, many],
    ]) {
      const took = await timed(() => attach(server, target, [`added_${(added += 1)}.jpg`]));
      if (round >= 0) times.push(took);
    }
  }
  report(`add 1 item to ${large.count}, p95`, percentile(many, 0.95), 'ms', { bar: 50, n: many.length });
  report(`add 1 item to ${large.count}, median`, percentile(many, 0.5), 'ms', { n: many.length });
  report(`add 1 item to ${small.count}, median`, percentile(few, 0.5), 'ms', { n: few.length });
  report(`add 1 item, ${large.count} beside ${small.count}`, percentile(many, 0.5) / percentile(few, 0.5), 'times', {
    bar: 1.5,
  });
}

async function pages(server, { project, folders, count }, report) {
  // As far down as the pages of one status go.
  const deep = index => (index * 4999) % Math.floor(count / 8);
  const listed = query => server.call('GET', `/api/v1/project/${project}/items?limit=100&${query}`);
  const where = (...parts) => `where=${encodeURIComponent(parts.join('||'))}`;
  const searched = (query, folder) =>
    server.call('POST', '/services/items/api/v1/items/search', {
      body: {
        query: {
          limit: 100,
          ...query,
          join: [{ field: 'metadata', select: ['path'] }, { field: 'assignments' }, { field: 'categories' }],
        },
      },
      context: { project_id: project, ...(folder === undefined ? {} : { folder_id: folder }) },
    });
  const kinds = [
    ['of a status by name', index => listed(`status=${1 + (index % 6)}&sort=name&offset=${deep(index)}`)],
    [
      'of two statuses by age of change',
      index => listed(`status=1&status=3&sort=updated&order=desc&offset=${deep(index)}`),
    ],
    ['by priority', index => listed(`status=2&sort=priority&order=desc&offset=${index * 100}`)],
    ['by a part of the name', index => listed(`name=${String(100 + index)}&sort=name`)],
    ['by a part of the name that nothing has', index => listed(`name=none${index}&sort=name`)],
    [
      'by conditions on priority and status',
      index => listed(`${where('entropy_value', '$gt', 900 + index)}&${where('annotation_status', '$notin', '5,6')}`),
      300,
    ],
    ['by a condition on who is assigned', () => listed(where('assignments.user_id', '$isnull')), 300],
    ['by a condition on the size that nothing has', index => listed(where('width', '$gt', index)), 300],
    [
      'body query of a status, sorted',
      index =>
        searched({
          offset: deep(index),
          search: { annotation_status: { $eq: 1 + (index % 6) } },
          sort: [{ field: 'name', order: 'ASC' }],
        }),
    ],
    [
      'body query of a folder',
      index =>
        searched(
          {
            offset: index * 100,
            search: { $and: [{ annotation_status: { $in: [1, 2] } }, { approval_status: { $eq: 0 } }] },
          },
          folders[index % folders.length],
        ),
    ],
    [
      'body query of one name',
      index =>
        searched({ offset: 0, search: { name: { $eq: `image_${String(index).padStart(7, '0')}.jpg` } } }, folders[0]),
    ],
    [
      'body query of a part of the name',
      index => searched({ offset: 0, search: { name: { $cont: String(100 + index) } } }),
    ],
  ];
  for (const [name, ask, bar = 150] of kinds) {
    const times = [];
    for (let index = -WARM; index < ROUNDS; index += 1) {
      const took = await timed(() => ask(Math.abs(index)));
      if (index >= 0) times.push(took);
    }
    report(`page of 100 in ${count}, ${name}, p95`, percentile(times, 0.95), 'ms', {
      bar,
      n: times.length,
      median: Math.round(percentile(times, 0.5)),
    });
  }
}

async function counting(server, { project, folders, count }, report) {
  const kinds = [
    ['all', `/api/v1/project/${project}/item-counts`],
    ['by folder', `/project/${project}/imageCounts`],
    ['room left', `/project/${project}/limitationDetails?folder_id=${folders[0]}`],
    ['of a status', `/api/v1/project/${project}/items?status=4&limit=1`],
    ['of an approval', `/api/v1/project/${project}/items?approval=0&limit=1`],
    ['by a part of the name', `/api/v1/project/${project}/items?name=77&limit=1`],
  ];
  for (const [name, path] of kinds) {
    const times = [];
    for (let index = 0; index < 20; index += 1) times.push(await timed(() => server.call('GET', path)));
    report(`count of ${count}, ${name}, p95`, percentile(times, 0.95), 'ms', { bar: 300, n: times.length });
  }
}

async function attaching(server, count, report) {
  const target = await place(server, 'Attached', 1);
  const took = await timed(async () => {
    for (let start = 0; start < count; start += A_CALL)
      await attach(
        server,
        target,
        Array.from({ length: A_CALL }, (_, index) => `attached_${start + index}.jpg`),
      );
  });
  report(`attach ${count} items, ${A_CALL} a call`, took / 1000, 's', { bar: (20 * count) / SIZES.whole.attached });
}
