/** Documents as the public client uploads them, and calls that are made many at a time. */

/** Up to so many bytes in one form. */
const FORM_BYTES = 10 * 1024 * 1024;
export const INSTANCES = 20;
export const CLASSES = ['Car', 'Bus', 'Lane'];

/**
 * A document of 20 instances, the same for the same seed. `polygons` makes all of them polygons of 24 vertices in an
 * image of 1000 × 1000 pixels.
 */
export function documentOf(name, seed, polygons = false) {
  const instances = Array.from({ length: INSTANCES }, (_, at) => {
    const x = (seed * 31 + at * 47) % 900;
    const shared = {
      className: CLASSES[at % 3],
      probability: 100,
      creationType: 'Preannotation',
      attributes: [{ groupName: 'State', name: at % 2 === 0 ? 'parked' : 'moving' }],
    };
    if (!polygons && at % 2 === 0)
      return { type: 'bbox', points: { x1: x, y1: x / 2, x2: x + 50.25, y2: x / 2 + 40.5 }, ...shared };
    const ring = Array.from({ length: 24 }, (_point, index) =>
      [x + 45 + 40 * Math.cos((index * Math.PI) / 12), x / 2 + 45 + 40 * Math.sin((index * Math.PI) / 12)].map(
        each => Math.round(each * 100) / 100,
      ),
    ).flat();
    return { type: 'polygon', points: ring, exclude: [], ...shared };
  });
  return {
    metadata: {
      name,
      width: 1000,
      height: 1000,
      lastAction: { email: 'owner@bench.test', timestamp: 1_700_000_000_000 },
    },
    instances,
    tags: [],
    comments: [],
  };
}

/** Upload forms with the documents of the items, each up to 10 MiB. */
export function* forms(items, polygons = false) {
  let parts = [];
  let bytes = 0;
  const form = () => Buffer.from(`${parts.join('')}--bench--\r\n`);
  for (const { id, name } of items) {
    const content = JSON.stringify({ data: documentOf(name, id, polygons) });
    parts.push(
      `--bench\r\nContent-Type: application/json\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n${content}\r\n`,
    );
    bytes += content.length;
    if (bytes < FORM_BYTES) continue;
    yield form();
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield form();
}

export async function sendForm(server, project, body) {
  const { failedItems, failures } = await server.call(
    'POST',
    `/services/assets/api/v4/items/annotations/upload?project_id=${project}`,
    { body, headers: { 'content-type': 'multipart/form-data; boundary=bench' } },
  );
  if (failedItems.length > 0) throw new Error(`Not stored: ${JSON.stringify(failures[0])}`);
}

/** A project with the classes of the documents and so many items that were attached by address. */
export async function projectWith(server, name, count) {
  const { id: project } = await server.call('POST', '/project', {
    body: { team_id: String(server.teamId), name, type: 1 },
  });
  await server.call('POST', `/classes?project_id=${project}`, {
    body: {
      classes: CLASSES.map(each => ({
        name: each,
        color: '#00AA44',
        type: 1,
        attribute_groups: [
          { name: 'State', group_type: 'radio', attributes: [{ name: 'parked' }, { name: 'moving' }] },
        ],
      })),
    },
  });
  const items =
    await server.sql(`insert into items.item (team_id, project_id, folder_id, name, url, source, width, height)
    select ${server.teamId}, ${project}, folder.id, 'image_' || n || '.jpg', 'https://files.test/' || n, 2, 1000, 1000
    from items.folder folder, generate_series(1, ${count}) n where folder.project_id = ${project} and folder.is_root returning id, name`);
  return { project, items };
}

/** Does all of the work, so many at a time. */
export async function together(atATime, work) {
  const source = work[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (let next = source.next(); !next.done; next = source.next()) await next.value();
    }),
  );
}

/** Milliseconds that work took. */
export async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
