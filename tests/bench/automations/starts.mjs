import { readdir, readFile } from 'node:fs/promises';
import { percentile } from '../support/figures.mjs';
import { action, API, finished, fire, NOTHING, pipelineOf } from './pipelines.mjs';

const COLD = 5;
const WARM = 10;
/** Milliseconds within which the next process is ready. */
const PAUSE_MS = 1_000;

/**
 * Steps of code for one item, with the start of its process and the end of its transaction: cold ones start a process,
 * warm ones find one that is ready. Python has none that is ready.
 */
export async function starts(figures, server, projectId, ids) {
  const languages = [['typescript', NOTHING, 300]];
  const { runners } = await server.call('GET', `${API}/dashboard/runner`);
  if (runners.some(each => each.interpreter === 'python' && each.problem === null))
    languages.push(['python', 'def handler(event, context):\n    return None\n', 500]);
  for (const [interpreter, source, bar] of languages) {
    const pipeline = await pipelineOf(server, 'custom', { custom_task_id: await action(server, source, interpreter) });
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
    const rows = await server.sql(`select extract(epoch from finished_at - started_at) * 1000 as ms,
        coalesce((trace->>'run_ms')::float, 0) as code
      from automations.step where pipeline_id = ${pipeline} order by id`);
    const [cold, warm] = [rows.slice(0, COLD), rows.slice(COLD)].map(part => part.map(each => Number(each.ms)));
    // The first of all also compiles the server's own code.
    const first = Math.round(cold[0]);
    figures.print(`cold step of ${interpreter}, median`, percentile(cold, 0.5), 'ms', { bar, first, rounds: COLD });
    if (warm.length > 0)
      figures.print(`warm step of ${interpreter}, median`, percentile(warm, 0.5), 'ms', {
        bar: 30,
        p95: Math.round(percentile(warm, 0.95)),
        rounds: warm.length,
      });
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
