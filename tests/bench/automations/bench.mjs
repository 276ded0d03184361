import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { killed } from './kills.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const API = '/services/automations/zimmer/api/v1';
/** Items of one start of a pipeline. */
const AT_ONCE = 5_000;
const SINGLES = 30;
/** Times that automations are switched off while code runs. */
const SWITCHED = 10;
let names = 0;
const NOTHING = 'export default () => undefined;\n';
const ENDLESS = 'export default () => { for (;;); };\n';

/**
 * Pipelines: items a second through a step of code that does nothing, memory, waits from an event to its run, starts of
 * code, the time until code ends after it was switched off, and effects after a server was killed. Options: `--quick`, `--items NUMBER`, `--kills NUMBER`, `--only-kills`.
 * Build first for the kills.
 */
export async function run(options) {
  const numberOf = (name, usual) => (options.includes(name) ? Number(options[options.indexOf(name) + 1]) : usual);
  const quick = options.includes('--quick');
  const items = numberOf('--items', quick ? 10_000 : 100_000);
  const kills = numberOf('--kills', quick ? 6 : 24);
  const figures = new Figures('automations');
  if (!options.includes('--only-kills')) await measured(figures, items);
  if (kills > 0) {
    const { lost, doubled, moments } = await killed(kills);
    figures.print('effects lost by kill -9', lost, 'effects', { bar: 0, moments });
    figures.print('effects doubled by kill -9', doubled, 'effects', { bar: 0, moments });
  }
  return figures.held;
}

async function measured(figures, count) {
  const folder = `${root}node_modules/.cache/loupe-bench-automations-${process.pid}`;
  await buildServer(folder);
  try {
    const server = await startServer(folder, 'postgres');
    try {
      const project = await server.call('POST', '/project', { body: { name: 'Automated', type: 1 } });
      await server.sql(`insert into items.item (team_id, project_id, folder_id, name, source, url)
        select ${server.teamId}, ${project.id}, ${project.folder_id}, 'item-' || at || '.jpg', 2, 'https://files.test/' || at
        from generate_series(1, ${count}) as at`);
      const ids = (await server.sql(`select id from items.item where project_id = ${project.id} order by id`)).map(
        each => each.id,
      );
      await starts(figures, server, project.id, ids);
      const code = await action(server, NOTHING, 'typescript');
      await waits(figures, server, project.id, ids, 'idle', 300);
      const pipeline = await pipelineOf(server, 'custom', { custom_task_id: code });
      const used = await server.processor();
      const { result: seconds, megabytes } = await server.growth(async () => {
        const began = performance.now();
        for (let at = 0; at < ids.length; at += AT_ONCE)
          await fire(server, pipeline, project.id, ids.slice(at, at + AT_ONCE));
        await finished(server, pipeline, ids.length);
        return (performance.now() - began) / 1000;
      });
      figures.print('items through code that does nothing', count / seconds, 'items/s', {
        least: 500,
        items: count,
        // Of the server alone, so that figures of a busy machine can be compared.
        processor_us_per_item: Math.round(((await server.processor()) - used) * (1000 / count)),
      });
      figures.print('memory of the server meanwhile', megabytes, 'MB', { bar: 200, items: count });
      const busy = await pipelineOf(server, 'custom', { custom_task_id: code });
      for (let at = 0; at < Math.min(ids.length, 10_000); at += AT_ONCE)
        await fire(server, busy, project.id, ids.slice(at, at + AT_ONCE));
      await waits(figures, server, project.id, ids, 'while others wait', 2_000);
      await finished(server, busy, Math.min(ids.length, 10_000));
      await switchedOff(figures, server, project.id, ids[0]);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Steps of code for one item, with the start of its process and the end of its transaction: the first starts a process,
 * later ones find one that is ready.
 */
async function starts(figures, server, projectId, ids) {
  const languages = [['typescript', NOTHING]];
  const { runners } = await server.call('GET', `${API}/dashboard/runner`);
  if (runners.some(each => each.interpreter === 'python' && each.problem === null))
    languages.push(['python', 'def handler(event, context):\n    return None\n']);
  for (const [interpreter, source] of languages) {
    const code = await action(server, source, interpreter);
    const pipeline = await pipelineOf(server, 'custom', { custom_task_id: code });
    for (let at = 0; at < 20; at += 1) {
      await fire(server, pipeline, projectId, [ids[at]]);
      await finished(server, pipeline, at + 1);
      // The next process is started meanwhile.
      await new Promise(resolve => setTimeout(resolve, 1_000));
    }
    const rows = await server.sql(`select extract(epoch from finished_at - started_at) * 1000 as ms
      from automations.step where pipeline_id = ${pipeline} order by id`);
    const [first, ...rest] = rows.map(each => Number(each.ms));
    figures.print(`cold step of ${interpreter}`, first, 'ms', { bar: interpreter === 'python' ? 500 : 300 });
    figures.print(`warm step of ${interpreter}, median`, percentile(rest, 0.5), 'ms', {
      ...(interpreter === 'python' ? { bar: 500 } : { bar: 30 }),
      p95: Math.round(percentile(rest, 0.95)),
      rounds: rest.length,
    });
  }
}

/** Milliseconds from single events to the start of their runs, of a pipeline that sets a value. */
async function waits(figures, server, projectId, ids, when, bar) {
  const pipeline = await pipelineOf(server, 'set_priority', { priority: 3 });
  for (let at = 0; at < SINGLES; at += 1) {
    await fire(server, pipeline, projectId, [ids[at]]);
    await finished(server, pipeline, at + 1);
  }
  const rows = await server.sql(
    `select extract(epoch from started_at - created_at) * 1000 as ms from automations.run where pipeline_id = ${pipeline}`,
  );
  const times = rows.map(each => Number(each.ms));
  figures.print(`event to start of its run, ${when}, p95`, percentile(times, 0.95), 'ms', {
    bar,
    median: Math.round(percentile(times, 0.5)),
    rounds: times.length,
  });
}

/** Milliseconds from the off switch of a team to the end of code that runs without end. */
async function switchedOff(figures, server, projectId, id) {
  const pipeline = await pipelineOf(server, 'custom', {
    custom_task_id: await action(server, ENDLESS, 'typescript', 60),
  });
  const times = [];
  for (let at = 0; at < SWITCHED; at += 1) {
    await fire(server, pipeline, projectId, [id]);
    const stepsAre = async state => {
      for (;;) {
        const rows = await server.sql(`select count(*)::int as count from automations.step
          where pipeline_id = ${pipeline} and state = '${state}'`);
        if (rows[0].count === (state === 'FAILED' ? at + 1 : 1)) return;
        // A step whose code had not begun waits until automations are on again.
        const [{ count }] = await server.sql(`select count(*)::int as count from automations.event
          where pipeline_id = ${pipeline} and held_for = 'off'`);
        if (count > 0) throw new Error('Automations were switched off before the code began.');
        await new Promise(resolve => setTimeout(resolve, 10));
      }
    };
    await stepsAre('IN_PROGRESS');
    // Time for the start of a process, and then any moment between two looks at the switch.
    await new Promise(resolve => setTimeout(resolve, 2_000 + Math.random() * 400));
    const [{ at: switched }] = await server.sql(`insert into automations.team_limit (team_id, off, version, changed_by)
      values (${server.teamId}, true, 1, 'bench') returning extract(epoch from clock_timestamp()) * 1000 as at`);
    await stepsAre('FAILED');
    const [{ ended }] = await server.sql(`select extract(epoch from max(finished_at)) * 1000 as ended
      from automations.step where pipeline_id = ${pipeline}`);
    times.push(Number(ended) - Number(switched));
    await server.sql(`delete from automations.team_limit where team_id = ${server.teamId}`);
  }
  figures.print('off switch to the end of running code, p95', percentile(times, 0.95), 'ms', {
    bar: 1_000,
    median: Math.round(percentile(times, 0.5)),
    rounds: times.length,
  });
}

async function action(server, source, interpreter, seconds = 10) {
  const draft = { source, interpreter, hosts: [], writes: [], reads: [], secrets: [], time_limit: seconds, memory: 64 };
  const { id } = await server.call('POST', `${API}/custom_task`, {
    body: { name: `Nothing ${(names += 1)}`, description: '', draft },
  });
  await server.call('POST', `${API}/custom_task/${id}/deploy`, { body: { revision: 1 } });
  return id;
}

async function pipelineOf(server, type, settings) {
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

const fire = (server, pipeline, project, ids) =>
  server.call('POST', `${API}/trigger`, { body: { pipeline_id: pipeline, project_id: project, item_ids: ids } });

/** Waits until so many runs of a pipeline are finished. */
async function finished(server, pipeline, count) {
  for (;;) {
    const [{ done }] = await server.sql(
      `select count(*)::int as done from automations.run where pipeline_id = ${pipeline} and finished_at is not null`,
    );
    if (done >= count) return;
    await new Promise(resolve => setTimeout(resolve, count > 1000 ? 250 : 10));
  }
}
