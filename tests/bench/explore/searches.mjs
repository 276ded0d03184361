import { percentile } from '../support/figures.mjs';
import { similarByModel } from './model-searches.mjs';
import { timed } from '../api/documents.mjs';

/** Rounds before the ones that count, in which plans and caches are made. */
const WARM = 3;
const CLASSES = 10;

/**
 * Items with ten objects each, written by SQL as saves write them: searches, facets, similar pictures, a bulk action
 * beside searches.
 */
export async function measure(server, report, size) {
  const { rounds } = size;
  const { id: project, folder_id: root } = await server.call('POST', '/project', {
    body: { name: 'Explored', type: 1 },
  });
  const folders = [root];
  while (folders.length * 50_000 < size.items)
    folders.push(
      (await server.call('POST', `/folder?project_id=${project}`, { body: { name: `Folder ${folders.length}` } })).id,
    );
  const classes = await server.call('POST', `/classes?project_id=${project}`, {
    body: {
      classes: Array.from({ length: CLASSES }, (_, index) => ({
        name: `Class ${index}`,
        color: '#112233',
        type: 1,
        attribute_groups: [],
      })),
    },
  });
  for (const folder of folders) {
    await server.sql(`insert into items.item (team_id, project_id, folder_id, name, annotation_status, source, url, width, height)
      select ${server.teamId}, ${project}, ${folder}, 'image_' || lpad((n * 7919 % 1000003)::text, 7, '0') || '.jpg', 1 + n % 6, 2, 'https://files.test/' || n, 1000, 1000 from generate_series(1, ${size.items / folders.length}) n`);
  }
  // One class in ten items of a hundred, one in every item.
  await server.sql(`insert into explore.instance (team_id, project_id, item_id, position, key, kind, type, class_id, attributes, creation, locked, visible, out_of_bounds, self_intersecting, x, y, width, height, area, points)
    select ${server.teamId}, ${project}, item.id, n, 'k' || n, 'object', case when n % 2 = 0 then 'bbox' else 'polygon' end,
      case when n = 0 and item.id % 10 = 0 then ${classes[0].id} when n = 0 then ${classes[1].id} else ${classes[2].id} + (n + item.id) % ${CLASSES - 2} end, '[]', 'Manual', false, true, false, false,
      (item.id + n) % 900, n * 10, 10 + n * 5, 10 + item.id % 90, (10 + n * 5) * (10 + item.id % 90), 4
    from items.item as item, generate_series(0, ${size.each - 1}) n where item.project_id = ${project}`);
  await server.settle();
  if (size.modelOnly) return similarByModel(server, report, project, size);
  const ask = (call, query, body = {}) =>
    server.call('POST', `/services/explore/api/v1/items/${call}?project_id=${project}`, { body: { query, ...body } });
  const queries = [
    ['a class of one in ten items', 'instance(className = "Class 0")'],
    ['a class of most items', 'instance(className = "Class 3")'],
    ['a class and a size', 'instance(className = "Class 3" AND area > 2000 AND type = bbox)'],
    [
      'one class without another',
      'instance(className = "Class 1") AND instance.none(className = "Class 0") AND metadata(status = Completed)',
    ],
    ['what no item has', 'instance.none(className = "Class 4") AND metadata(status = Completed)'],
    ['more than three of a kind', 'instanceCount(type = bbox) > 3'],
  ];
  for (const [name, query] of queries) {
    const [counts, pages, deep] = [[], [], []];
    let found = 0;
    for (let round = -WARM; round < rounds; round += 1) {
      const times = [
        await timed(async () => void ({ count: found } = await ask('count', query))),
        await timed(() => ask('search', query, { image_index: 0 })),
        await timed(() => ask('search', query, { image_index: Math.floor(found / 2) })),
      ];
      if (round >= 0) for (const [index, list] of [counts, pages, deep].entries()) list.push(times[index]);
    }
    report(`count ${name}, p95`, percentile(counts, 0.95), 'ms', { bar: 300, n: counts.length, found });
    report(`first page of ${name}, p95`, percentile(pages, 0.95), 'ms', { bar: 150, n: pages.length, found });
    report(`page halfway of ${name}, p95`, percentile(deep, 0.95), 'ms', { n: deep.length, found });
  }
  for (const kind of ['status', 'class', 'approval', 'size']) {
    const times = [];
    for (let round = -WARM; round < rounds; round += 1) {
      const ms = await timed(() =>
        server.call('POST', `/services/explore/api/v1/items/facets?project_id=${project}`, {
          body: { query: '', kind },
        }),
      );
      if (round >= 0) times.push(ms);
    }
    report(`facet ${kind}, p95`, percentile(times, 0.95), 'ms', { bar: 800, n: times.length });
  }
  const [{ id: first }] = await server.sql(
    `select id from items.item where project_id = ${project} order by id limit 1`,
  );
  const fresh = await timed(async () => {
    await server.call('POST', `/api/v1/project/${project}/items/change`, {
      body: { selection: { item_ids: [first] }, change: { kind: 'priority', value: 77 } },
    });
    const { count } = await ask('count', 'metadata(priority = 77)');
    if (count !== 1) throw new Error(`A change just made was not found: ${count} items.`);
  });
  report('a change and a search that finds it', fresh, 'ms', { bar: 2000 });

  await similar(server, report, project, first, size);
  await beside(server, report, project, ask, size.rounds);
  await similarByModel(server, report, project, size);
}

/** Descriptors of random bytes: what counts is how many are compared. */
async function similar(server, report, project, first, size) {
  const { rounds } = size;
  const bytes = Array.from({ length: 13 }, (_, at) => `md5(item.id || 'part ${at}')`).join(' || ');
  await server.sql(`insert into explore.picture (team_id, project_id, item_id, file, descriptor)
    select item.team_id, item.project_id, item.id, '', decode(${bytes}, 'hex') from items.item as item where item.project_id = ${project}`);
  const search = () =>
    server.call('POST', `/services/explore/api/v1/similarity/items/search?project_id=${project}`, {
      body: { item_id: first, limit: 100 },
    });
  report('first 100 similar pictures, descriptors not in memory', await timed(search), 'ms', { pictures: size.items });
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(search));
  report('100 similar pictures, p95', percentile(times, 0.95), 'ms', { pictures: size.items, bytes: 208, recall: 1 });
}

/** The same search alone, and while all items are changed by a job. */
async function beside(server, report, project, ask, rounds) {
  const search = () => ask('search', 'instance(className = "Class 0")', { image_index: 0 });
  const idle = [];
  for (let round = 0; round < rounds; round += 1) idle.push(await timed(search));
  const begun = await server.call('POST', `/api/v1/project/${project}/items/change`, {
    body: { selection: { filter: {} }, change: { kind: 'priority', value: 5 } },
  });
  const busy = [];
  const start = performance.now();
  for (let state = begun.state; state === 'running';) {
    busy.push(await timed(search));
    ({ state } = await server.call('GET', `/api/v1/project/${project}/items/changes/${begun.id}`));
  }
  report('bulk change of all items', performance.now() - start, 'ms', { items: begun.total });
  const [alone, during] = [percentile(idle, 0.95), percentile(busy, 0.95)];
  report('search during a bulk change, p95 as a multiple of idle', during / alone, 'x', {
    bar: 2,
    idle: Math.round(alone),
    busy: Math.round(during),
    n: busy.length,
  });
}
