import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures } from './screen-checks.ts';

const NORA = 'nora@my-work.test';
const ANA = 'ana@my-work.test';
const site = openSite([
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANA, name: 'Ana North', team: 'North' },
]);

it('should lead an annotator from the start page to the returned item in one click, and on from the project', async () => {
  const nora = await site().client(NORA);
  const { id: project } = await nora.project('Birds');
  const items: number[] = [];
  for (const name of ['heron', 'wren', 'robin'])
    items.push((await nora.upload(project, `${name}.png`, await markedPicture())).id);
  await nora.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANA, user_role: 1 }] });
  const change = (ids: readonly number[], kind: string, value: unknown): Promise<unknown> =>
    nora.call('POST', `/api/v1/project/${project}/items/change`, {
      selection: { item_ids: ids },
      change: { kind, value },
    });
  await change(items, 'assign', ANA);
  await change([items[2]!], 'status', 4);

  const manager = await site().signedIn(NORA, `/t/${site().teamId}/projects`);
  await manager.page.getByRole('listitem', { name: 'Birds' }).getByText('1 returned').waitFor();
  await manager.page.getByRole('button', { name: /^Status: In progress/ }).waitFor();
  expect(await pictures(manager.page, 'project cards')).toEqual([]);

  await lead(manager.page, `/t/${site().teamId}/p/${project}/overview`);
  await manager.page.getByRole('region', { name: 'Waiting for' }).waitFor();
  expect(await pictures(manager.page, 'project waiting-for')).toEqual([]);
  await manager.page.getByRole('link', { name: 'Returned, Ana North: 1' }).click();
  await manager.page.getByText('robin.png').first().waitFor();
  await expect.poll(() => manager.page.getByText('heron.png').count()).toBe(0);
  await manager.page.getByRole('button', { name: 'Clear' }).first().click();
  await manager.page.getByText('heron.png').first().waitFor();
  await manager.page.keyboard.press('Control+a');
  await manager.page.getByRole('button', { name: 'Assign', exact: true }).click();
  await manager.page.getByRole('radio', { name: 'Split evenly' }).check({ force: true });
  await manager.page.getByRole('checkbox', { name: ANA }).check();
  expect(await pictures(manager.page, 'split items')).toEqual([]);
  await manager.page.keyboard.press('Escape');

  const { page, allow } = await site().signedIn(ANA, '/');
  // An item that is loaded ahead may have left the person's list by then.
  allow(/404 \(Not Found\) .*\/editor/);
  await page.getByRole('heading', { name: 'My work' }).waitFor();
  await page.getByText('1 returned', { exact: true }).waitFor();
  expect(await pictures(page, 'my-work page')).toEqual([]);
  await page.getByRole('button', { name: 'Continue (1 returned): Birds' }).click();
  await pictureReady(page);
  await page.getByText('robin.png', { exact: true }).first().waitFor();

  await change([items[2]!], 'status', 5);
  await lead(page, `/t/${site().teamId}/p/${project}/data`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await pictureReady(page);
  await page.getByText('heron.png', { exact: true }).first().waitFor();
});
