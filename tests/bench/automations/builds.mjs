import { percentile } from '../support/figures.mjs';
import { API, NOTHING } from './pipelines.mjs';

const AGAIN = 10;

/**
 * Milliseconds in which the server builds and deploys an action whose editor is open: the first one since it was
 * started, and later ones.
 */
export async function builds(figures, server) {
  const draft = { hosts: [], writes: [], reads: [], secrets: [], time_limit: 10, memory: 64 };
  const { id } = await server.call('POST', `${API}/custom_task`, {
    body: { name: 'Built', description: '', draft: { ...draft, source: NOTHING } },
  });
  // As the editor does when it is opened; whoever writes the code takes at least as long.
  await server.call('GET', `${API}/custom_task/${id}`);
  await new Promise(resolve => setTimeout(resolve, 5_000));
  const times = [];
  for (let revision = 1; revision <= AGAIN; revision += 1) {
    const source = `${NOTHING}// ${revision}\n`;
    if (revision > 1)
      await server.call('PUT', `${API}/custom_task/${id}`, {
        body: { name: 'Built', description: '', draft: { ...draft, source }, revision: revision - 1 },
      });
    const began = performance.now();
    await server.call('POST', `${API}/custom_task/${id}/deploy`, { body: { revision } });
    times.push(performance.now() - began);
  }
  const [first, ...again] = times;
  figures.print('first build and deployment of an action', first, 'ms', { bar: 1_500 });
  figures.print('build and deployment again, p95', percentile(again, 0.95), 'ms', { bar: 300, rounds: again.length });
}
