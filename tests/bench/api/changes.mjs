import { timed } from './documents.mjs';

const SIZES = { whole: 100_000, quick: 10_000 };
const FOLDER = 50_000;
const ASK_MS = 100;

/**
 * A change of the status of a hundred thousand items by a job, and its undo, with the memory the server takes for it.
 */
export async function measure(server, report, { quick }) {
  const count = quick ? SIZES.quick : SIZES.whole;
  const { id: project, folder_id: root } = await server.call('POST', '/project', {
    body: { name: 'Changed', type: 1 },
  });
  const folders = [root];
  for (let made = FOLDER; made < count; made += FOLDER)
    folders.push((await server.call('POST', `/folder?project_id=${project}`, { body: { name: `Folder ${made}` } })).id);
  for (const folder of folders) {
    await server.sql(`insert into items.item (team_id, project_id, folder_id, name, source, url)
      select ${server.teamId}, ${project}, ${folder}, 'image_' || lpad(n::text, 7, '0') || '.jpg', 2, 'https://files.test/' || n from generate_series(1, ${Math.min(FOLDER, count)}) n`);
  }
  await server.settle();

  const ended = async change => {
    for (;;) {
      const now = await server.call('GET', `/api/v1/project/${project}/items/changes/${change.id}`);
      if (now.state !== 'running') return now;
      await new Promise(resolve => setTimeout(resolve, ASK_MS));
    }
  };
  const made = async begin => {
    const change = await ended(await begin());
    if (change.state !== 'finished' || change.changed !== count)
      throw new Error(`The change ended as ${JSON.stringify(change)}.`);
    return change;
  };
  let status;
  let took;
  let first;
  const { megabytes, before } = await server.growth(async () => {
    took = await timed(async () => {
      first = await timed(async () => {
        status = await server.call('POST', `/api/v1/project/${project}/items/change`, {
          body: { selection: { filter: {} }, change: { kind: 'status', value: 3 } },
        });
      });
      await made(() => Promise.resolve(status));
    });
  });
  report(`answer to a change of ${count} items`, first, 'ms', { bar: 1000 });
  report(`status of ${count} items, one job`, took / 1000, 's', { bar: count / 1000 });
  report(`memory while the status of ${count} items is changed`, megabytes, 'MB', { bar: 200, before });
  const back = await timed(() =>
    made(() => server.call('POST', `/api/v1/project/${project}/items/changes/${status.id}/undo`)),
  );
  report(`undo of ${count} items, one job`, back / 1000, 's', { bar: count / 1000 });
}
