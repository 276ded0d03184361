import { percentile } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';
import { API } from './pipelines.mjs';

const AGAIN = 10;
const SOURCE = `import type { Handler } from '@loupe/sdk/automation';

const handler: Handler = async (event, context, { item }) => {
  item.setPriority(5);
};

export default handler;
`;

/**
 * Milliseconds until the editor of an action says whether its code is right: from the opening of its page, and from a
 * key that makes a mistake.
 */
export async function measureEditor(figures, options) {
  await withPages('automations', options, async ({ server, page }) => {
    const draft = { source: SOURCE, hosts: [], writes: ['set_priority'], secrets: [], time_limit: 10, memory: 64 };
    const { id } = await server.call('POST', `${API}/custom_task`, {
      body: { name: 'Measured', description: '', draft },
    });
    const began = performance.now();
    await page.goto(`${server.address}/t/${server.teamId}/automations/actions/${id}`);
    const code = page.getByRole('textbox', { name: 'Code of the action' });
    await code.focus();
    await page.keyboard.press('Control+End');
    const opened = performance.now() - began;
    const problems = page.getByRole('region', { name: 'Problems' });
    const mistaken = async () => {
      const from = performance.now();
      await page.keyboard.type('?');
      await problems.getByRole('button').first().waitFor();
      const took = performance.now() - from;
      await page.keyboard.press('Backspace');
      await problems.getByText('No problems').waitFor();
      return took;
    };
    const first = await mistaken();
    const again = [];
    for (let at = 0; at < AGAIN; at += 1) again.push(await mistaken());
    figures.print('first check of code in the editor', first, 'ms', { bar: 1_500, opened: Math.round(opened) });
    figures.print('check of code in the editor again, p95', percentile(again, 0.95), 'ms', {
      bar: 300,
      median: Math.round(percentile(again, 0.5)),
      rounds: again.length,
    });
  });
}
