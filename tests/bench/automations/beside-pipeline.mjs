import { percentile } from '../support/figures.mjs';

const LOOK_MS = 20;
const LOOKS_IDLE = 100;

/** Milliseconds of calls of people while a pipeline runs, as a multiple of those of an idle server. */
export async function besidePipeline(figures, server, projectId, run) {
  const calls = [`/api/v1/project/${projectId}`, `/api/v1/project/${projectId}/items?limit=50`];
  const look = async times => {
    for (const path of calls) {
      const began = performance.now();
      await server.call('GET', path, { as: 'browser' });
      times.push(performance.now() - began);
    }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  };
  const [idle, busy] = [[], []];
  for (let at = 0; at < LOOKS_IDLE; at += 1) await look(idle);
  let going = true;
  const looking = (async () => {
    while (going) await look(busy);
  })();
  await run();
  going = false;
  await looking;
  const times = Object.fromEntries(
    [
      ['idle', idle],
      ['busy', busy],
    ].map(([name, all]) => [name, { median: percentile(all, 0.5), p95: percentile(all, 0.95) }]),
  );
  const rounded = Object.fromEntries(
    Object.entries(times).flatMap(([name, { median, p95 }]) => [
      [`${name}_median_ms`, Math.round(median * 10) / 10],
      [`${name}_p95_ms`, Math.round(p95 * 10) / 10],
    ]),
  );
  figures.print('calls of people beside a pipeline, p95 against idle', times.busy.p95 / times.idle.p95, 'times', {
    bar: 2,
    ...rounded,
    calls: busy.length,
  });
}
