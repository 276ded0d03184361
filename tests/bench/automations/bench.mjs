import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { besidePipeline } from './beside-pipeline.mjs';
import { builds } from './builds.mjs';
import { measureEditor } from './editor.mjs';
import { killed } from './kills.mjs';
import { action, fire, fireAll, finished, NOTHING, pipelineOf } from './pipelines.mjs';
import { postgresProcesses } from './processor-time.mjs';
import { starts } from './starts.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Items of one start of a pipeline. */
const AT_ONCE = 5_000;
/** Items of the pipeline beside which calls are measured. */
const BESIDE = 5_000;
const DATABASES = ['postgres', 'pglite'];
const SINGLES = 30;
/** Times that automations are switched off while code runs. */
const SWITCHED = 10;
const ENDLESS = 'export default () => { for (;;); };\n';

/**
 * Pipelines: items a second through a step of code that does nothing, memory, waits from an event to its run, starts of
 * code, calls of people beside it, builds, the time until code ends after it was switched off, and effects after a
 * server was killed. Options: `--quick`, `--items NUMBER`, `--database NAME`, `--kills NUMBER`, `--only-kills`, `--only-items`, and `--editor`, which
 * measures nothing but the editor of code in a browser (`--built` with the pages as they were built last). Build first
 * for the kills.
 */
export async function run(options) {
  const numberOf = (name, usual) => (options.includes(name) ? Number(options[options.indexOf(name) + 1]) : usual);
  const quick = options.includes('--quick');
  const items = numberOf('--items', quick ? 10_000 : 100_000);
  const kills = numberOf('--kills', quick ? 6 : 24);
  const one = options.includes('--database') ? options[options.indexOf('--database') + 1] : undefined;
  if (one !== undefined && !DATABASES.includes(one)) throw new Error(`--database is one of ${DATABASES.join(', ')}.`);
  const figures = new Figures('automations');
  if (options.includes('--editor')) {
    await measureEditor(figures, options);
    return figures.held;
  }
  if (!options.includes('--only-kills'))
    await measured(figures, items, one === undefined ? DATABASES : [one], options.includes('--only-items'));
  if (kills > 0) {
    const { lost, doubled, moments } = await killed(kills);
    figures.print('effects lost by kill -9', lost, 'effects', { bar: 0, moments });
    figures.print('effects doubled by kill -9', doubled, 'effects', { bar: 0, moments });
  }
  return figures.held;
}

/** Prints figures with the database that they were measured on. */
class OnDatabase {
  constructor(figures, database) {
    this.figures = figures;
    this.database = database;
  }

  print(figure, value, unit, details = {}) {
    this.figures.print(figure, value, unit, { ...details, database: this.database });
  }
}

async function measured(figures, count, databases, onlyItems) {
  const folder = `${root}node_modules/.cache/loupe-bench-automations-${process.pid}`;
  await buildServer(folder);
  try {
    for (const database of databases) {
      const server = await startServer(folder, database);
      try {
        await onServer(new OnDatabase(figures, database), server, count, onlyItems);
      } finally {
        await server.stop();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onServer(figures, server, count, onlyItems) {
  const project = await server.call('POST', '/project', { body: { name: 'Automated', type: 1 } });
  await server.sql(`insert into items.item (team_id, project_id, folder_id, name, source, url)
    select ${server.teamId}, ${project.id}, ${project.folder_id}, 'item-' || at || '.jpg', 2, 'https://files.test/' || at
    from generate_series(1, ${count}) as at`);
  const ids = (await server.sql(`select id from items.item where project_id = ${project.id} order by id`)).map(
    each => each.id,
  );
  if (onlyItems) return throughput(figures, server, project.id, ids, await action(server, NOTHING, 'typescript'));
  await builds(figures, server);
  await starts(figures, server, project.id, ids);
  const code = await action(server, NOTHING, 'typescript');
  await waits(figures, server, project.id, ids, 'idle', 300);
  await throughput(figures, server, project.id, ids, code);
  const beside = await pipelineOf(server, 'custom', { custom_task_id: code });
  await besidePipeline(figures, server, project.id, () => fireAll(server, beside, project.id, ids.slice(0, BESIDE)));
  const busy = await pipelineOf(server, 'custom', { custom_task_id: code });
  for (let at = 0; at < Math.min(ids.length, 10_000); at += AT_ONCE)
    await fire(server, busy, project.id, ids.slice(at, at + AT_ONCE));
  await waits(figures, server, project.id, ids, 'while others wait', 2_000);
  await finished(server, busy, Math.min(ids.length, 10_000));
  await switchedOff(figures, server, project.id, ids[0]);
}

/** Items a second through code that does nothing, with the processor time that they take, and memory. */
async function throughput(figures, server, projectId, ids, code) {
  const pipeline = await pipelineOf(server, 'custom', { custom_task_id: code });
  const used = async () => ({
    server: await server.processor(),
    // The embedded database is part of the server.
    ...(figures.database === 'postgres'
      ? { postgres: await postgresProcesses((await server.sql('select pg_backend_pid() as pid'))[0].pid) }
      : {}),
  });
  const before = await used();
  const { result: seconds, megabytes } = await server.growth(async () => {
    const began = performance.now();
    await fireAll(server, pipeline, projectId, ids);
    return (performance.now() - began) / 1000;
  });
  const after = await used();
  figures.print('items through code that does nothing', ids.length / seconds, 'items/s', {
    least: 500,
    items: ids.length,
    // So that figures of a busy machine can be compared, and the bound be known.
    processor_us_per_item: Object.fromEntries(
      Object.entries(after).map(([name, each]) => [name, Math.round((each - before[name]) * (1000 / ids.length))]),
    ),
  });
  figures.print('memory of the server meanwhile', megabytes, 'MB', { bar: 200, items: ids.length });
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
