import { readdir, readFile } from 'node:fs/promises';
import { percentile } from '../support/figures.mjs';
import { action, API, finished, fire, pipelineOf } from './pipelines.mjs';

const COLD = 5;
const WARM = 10;
/** Milliseconds within which the next process is ready. */
const PAUSE_MS = 1_000;

/** Code whose result is the time at which it began, in milliseconds since 1970. */
const SOURCES = {
  typescript: 'export default () => Date.now();\n',
  python: 'import time\n\n\ndef handler(event, context):\n    return time.time() * 1000\n',
};

/**
 * Milliseconds from the begin of a step for one item to the first line of its code, and to its kept result: cold ones
 * start a process, warm ones find one that is ready. Python has none that is ready.
 */
export async function starts(figures, server, projectId, ids) {
  const languages = [['typescript', 300]];
  const { runners } = await server.call('GET', `${API}/dashboard/runner`);
  if (runners.some(each => each.interpreter === 'python' && each.problem === null)) languages.push(['python', 500]);
  for (const [interpreter, bar] of languages) {
    const pipeline = await pipelineOf(server, 'custom', {
      custom_task_id: await action(server, SOURCES[interpreter], interpreter),
    });
    let rounds = 0;
    const round = async () => {
      await fire(server, pipeline, projectId, [ids[rounds]]);
      await finished(server, pipeline, (rounds += 1));
      // The next process is started meanwhile.
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    };
    for (let at = 0; at < COLD; at += 1) {
      await endReady(server.pid);
      await round();
    }
    if (interpreter === 'typescript') for (let at = 0; at < WARM; at += 1) await round();
    const rows = await server.sql(`select output::float8 - extract(epoch from started_at) * 1000 as start,
        extract(epoch from finished_at - started_at) * 1000 as whole
      from automations.step where pipeline_id = ${pipeline} order by id`);
    const print = (name, part, bar) => {
      const [starts, wholes] = ['start', 'whole'].map(column => part.map(each => Number(each[column])));
      figures.print(`${name} start of ${interpreter}, median`, percentile(starts, 0.5), 'ms', {
        bar,
        p95: Math.round(percentile(starts, 0.95)),
        until_result_is_kept: Math.round(percentile(wholes, 0.5)),
        rounds: part.length,
        // The first of all also compiles the server's own code.
        ...(part === cold ? { first: Math.round(starts[0]) } : {}),
      });
    };
    const [cold, warm] = [rows.slice(0, COLD), rows.slice(COLD)];
    print('cold', cold, bar);
    if (warm.length > 0) print('warm', warm, 30);
  }
}

/** Ends the processes that wait for code: children of the server that run a sandbox. */
async function endReady(serverPid) {
  for (const pid of (await readdir('/proc')).filter(each => /^\d+$/.test(each))) {
    const [stat, words] = await Promise.all(
      ['stat', 'cmdline'].map(file => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    const parent = Number(stat.split(') ').at(-1).split(' ')[1]);
    if (parent === serverPid && words.includes('guest-process')) process.kill(Number(pid), 'SIGKILL');
  }
}
