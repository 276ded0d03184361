import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openOwnSite } from '../support/browser.ts';
import { takePicture } from './screen-checks.ts';

const site = openOwnSite([
  { email: 'root@loupe.test', name: 'Rita Root', admin: true, organization: 'Home', team: 'Home' },
  { email: 'olive@north.test', name: 'Olive North', organization: 'North', team: 'North' },
  { email: 'sam@south.test', name: 'Sam South', organization: 'South', team: 'South' },
]);

const downloads = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Downloads' });

/** Whether the palette offers a command. */
async function offers(page: Page, command: string): Promise<boolean> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').or(page.getByPlaceholder(/command/i)).first().waitFor();
  await page.keyboard.type(command);
  await page.waitForTimeout(250);
  const found = await page.getByText(command, { exact: true }).count();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(150);
  return found > 0;
}

it('should take a plugin away from one organization in its open tabs, and give it back', async () => {
  const north = await site().client('olive@north.test');
  const south = await site().client('sam@south.test');
  const [northId, southId] = [(await north.project('Fields')).id, (await south.project('Woods')).id];

  const { page: olive, allow } = await site().signedIn('olive@north.test', `/t/${site().teamOf('olive@north.test')}/p/${northId}/downloads`);
  const { page: sam } = await site().signedIn('sam@south.test', `/t/${site().teamOf('sam@south.test')}/p/${southId}/downloads`);
  allow(/404 \(Not Found\)/);
  await downloads(olive).waitFor();
  await downloads(sam).waitFor();
  expect(await offers(olive, 'New download')).toBe(true);

  const { page: rita } = await site().signedIn('root@loupe.test', '/admin/organizations');
  await rita.getByRole('link', { name: 'North' }).click();
  const choice = rita.getByRole('radiogroup', { name: 'Choice for Import and export' });
  await choice.getByText('Off', { exact: true }).click();
  await rita.getByText(/Import and export is off for North/).waitFor();
  await takePicture(rita, 'plugin-switch off');

  await downloads(olive).waitFor({ state: 'detached', timeout: 5_000 });
  await expect.poll(() => olive.getByRole('button', { name: 'New download' }).count()).toBe(0);
  expect(await offers(olive, 'New download')).toBe(false);
  await olive.keyboard.press('Alt+n');
  await olive.waitForTimeout(300);
  expect(await olive.getByRole('button', { name: 'Prepare download' }).count()).toBe(0);
  await takePicture(olive, 'plugin-switch gone');
  expect(await north.send('GET', `/api/v1/project/${northId}/exports`)).toMatchObject({ status: 404, body: { code: 'PLUGIN_DISABLED' } });

  expect(await downloads(sam).count()).toBe(1);
  expect((await south.send('GET', `/api/v1/project/${southId}/exports`)).status).toBe(200);

  await choice.getByText('Default', { exact: true }).click();
  await rita.getByText(/Import and export is on for North/).waitFor();
  await downloads(olive).waitFor({ timeout: 5_000 });
  await expect.poll(() => olive.getByRole('button', { name: 'New download' }).count(), { timeout: 5_000 }).toBeGreaterThan(0);
  expect((await north.send('GET', `/api/v1/project/${northId}/exports`)).status).toBe(200);
});
