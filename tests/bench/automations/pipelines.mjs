export const API = '/services/automations/zimmer/api/v1';
/** Code that does nothing. */
export const NOTHING = 'export default () => undefined;\n';
/** Items of one start of a pipeline. */
const AT_ONCE = 5_000;
let names = 0;

/** Makes and deploys an action; answers its id. */
export async function action(server, source, interpreter = 'typescript', seconds = 10) {
  const draft = { source, interpreter, hosts: [], writes: [], reads: [], secrets: [], time_limit: seconds, memory: 64 };
  const { id } = await server.call('POST', `${API}/custom_task`, {
    body: { name: `Nothing ${(names += 1)}`, description: '', draft },
  });
  await server.call('POST', `${API}/custom_task/${id}/deploy`, { body: { revision: 1 } });
  return id;
}

/** Makes a pipeline of one step that is started by hand; answers its id. */
export async function pipelineOf(server, type, settings) {
  names += 1;
  const scope = { all: true, projects: [] };
  const graph = {
    nodes: [
      { id: 'start', kind: 'event', type: 'item fired', settings: { name: `Go ${names}` }, scope, x: 0, y: 0 },
      { id: 'step', kind: 'action', type, settings, x: 300, y: 0 },
    ],
    edges: [{ from: 'start', to: 'step' }],
  };
  const body = { name: `Pipeline ${names}`, description: '', graph };
  return (await server.call('POST', `${API}/workflow`, { body })).id;
}

/** Starts a pipeline on items. */
export const fire = (server, pipeline, project, ids) =>
  server.call('POST', `${API}/trigger`, { body: { pipeline_id: pipeline, project_id: project, item_ids: ids } });

/** Starts a pipeline that has no runs on any number of items, and waits for its end. */
export async function fireAll(server, pipeline, project, ids) {
  for (let at = 0; at < ids.length; at += AT_ONCE) await fire(server, pipeline, project, ids.slice(at, at + AT_ONCE));
  await finished(server, pipeline, ids.length);
}

/** Waits until so many runs of a pipeline are finished. */
export async function finished(server, pipeline, count) {
  for (;;) {
    const [{ done }] = await server.sql(
      `select count(*)::int as done from automations.run where pipeline_id = ${pipeline} and finished_at is not null`,
    );
    if (done >= count) return;
    await new Promise(resolve => setTimeout(resolve, count > 1000 ? 1000 : 10));
  }
}
