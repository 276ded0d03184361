import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { slice } from '../support/run-plan.ts';
import { lead } from '../support/windows.ts';
import { editorCases } from './editor-cases.ts';
import { killed } from './editor-steps.ts';
import { pictures } from './screen-checks.ts';

const NORA = 'nora@editor-conformance.test';
const ANA = 'ana@editor-conformance.test';
const site = openSite([
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANA, name: 'Ana North', team: 'North' },
]);

/** Saves by the key that works while one types too. */
const save = (page: Page): Promise<void> => page.keyboard.press('Control+s');

it.each(slice('editors that keep work', editorCases, 1))(
  'should keep work on $name through a killed tab and a lost network, and let nobody edit what is read-only',
  async each => {
    const client = await site().client(NORA);
    const { id: projectId } = await client.project(`Work on ${each.name}`, each.type);
    if (each.classes.length > 0) await client.classes(projectId, each.classes);
    await client.call('POST', `/api/v1/project/${projectId}/share/bulk`, { users: [{ user_id: ANA, user_role: 1 }] });
    const { page, tab, context, allow } = await site().signedIn(ANA, '/profile');
    const itemId = await each.item(client, projectId, page, site());
    const change = (kind: string, value: unknown): Promise<unknown> =>
      client.call('POST', `/api/v1/project/${projectId}/items/change`, {
        selection: { item_ids: [itemId] },
        change: { kind, value },
      });
    await change('assign', ANA);
    const stored = (): Promise<number> => each.stored(client, projectId, itemId, site());
    const path = `/t/${site().teamId}/p/${projectId}/item/${itemId}`;
    await lead(page, path);
    await each.ready(page.mainFrame());

    // A tab that is killed before the server had the work: the next one has it.
    await page.route('**/annotation', () => undefined);
    await each.edit(page.mainFrame(), 0);
    await page.getByRole('button', { name: /^(Unsaved|Saving)/ }).waitFor();
    expect(await stored()).toBe(0);
    await killed(page);
    await page.close();
    const again = await tab();
    await again.goto(path);
    await each.ready(again.mainFrame());
    await save(again);
    await expect.poll(stored).toBe(1);

    // Without a network it is kept, and stored when it is back.
    allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket/);
    await context.setOffline(true);
    await each.edit(again.mainFrame(), 1);
    await save(again);
    await again.getByRole('button', { name: /offline|kept/i }).waitFor();
    expect(await stored()).toBe(1);
    await context.setOffline(false);
    await expect.poll(stored).toBe(2);
    expect(await pictures(again, `work on ${each.name}`)).toEqual([]);

    // Handed over, it is read-only for the annotator.
    await change('status', 3);
    await change('pin', true);
    await again.reload();
    await again.getByText(/are read-only for your role/).waitFor();
    await again.getByText('Read-only', { exact: true }).waitFor();
    expect(await pictures(again, `read-only work on ${each.name}`)).toEqual([]);
  },
);
