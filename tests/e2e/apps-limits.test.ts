import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { option, probe, search } from './app-probe.ts';
import { frameOf, publishApp } from './app-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-limits.test';
const ANTON = 'anton@apps-limits.test';
const site = openSite([
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANTON, name: 'Anton North', team: 'North' },
]);

let client: SiteClient;
const publish = (
  files: Readonly<Record<string, string>>,
  granted?: readonly string[],
  open?: readonly unknown[],
): Promise<number> => publishApp(site(), client, files, granted, open);

beforeAll(async () => {
  client = await site().client(NORA);
});

it('should ask the person before anything leaves the app, say what is not allowed, and start again what stopped', async () => {
  const id = await publish(probe('Prober', [{ place: 'team.page' }]), ['downloads', 'links', 'storage']);
  const visit = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}`);
  visit.allow(/The probe broke|loupe-guest/);
  const { page } = visit;
  const frame = frameOf(page, 'Prober');
  await frame.getByRole('button', { name: 'List' }).click();
  await page.getByText('“Prober” is not allowed to: see the projects').waitFor();
  await frame.getByText('CAPABILITY_DENIED').waitFor();
  expect(await faults(page, 'app not allowed')).toEqual([]);

  await frame.getByRole('button', { name: 'Offer' }).click();
  await page.getByRole('dialog').getByText('offers the file “rows.csv” (3 bytes)').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('rows.csv');
  await frame.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('dialog').getByText('https://example.org/x').waitFor();
  expect(await faults(page, 'app asks')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await frame.getByText('false').waitFor();

  await frame.getByRole('button', { name: 'Keep' }).click();
  await frame.getByRole('button', { name: 'Read' }).click();
  await frame.getByText('"count":1').waitFor();

  // The frame may be gone before a click in it is answered.
  const broken = frame.getByRole('button', { name: 'Break' });
  await broken.waitFor();
  void broken.dispatchEvent('click').catch(() => undefined);
  await page.getByText('This app stopped').waitFor();
  await page.getByText('Error: The probe broke.').waitFor();
  expect(await faults(page, 'app stopped')).toEqual([]);
  await page.getByRole('button', { name: 'Restart' }).click();
  await frame.getByText('at team.page of North').waitFor();

  // The refused call is in the log of the app; the others the server saw itself.
  await expect
    .poll(async () =>
      (
        await client.call<{ data: readonly { call: string; code: string | null; outcome: string }[] }>(
          'GET',
          `/team/${site().teamId}/customapps/${id}/calls`,
        )
      ).data.filter(each => each.outcome === 'refused'),
    )
    .toMatchObject([{ call: 'projects.list', code: 'CAPABILITY_DENIED' }]);
});

it('should be shown to those whom an admin lets open it and explained to others, with no commands that were not allowed', async () => {
  const commands = (title: string): readonly object[] => [{ id: 'count', title }];
  const id = await publish(
    probe('For contributors', [{ place: 'team.page' }], commands('Count sheep')),
    [],
    ['contributor'],
  );
  const hidden = await publish(probe('For admins', [{ place: 'team.page' }], commands('Count goats')));
  await client.call('PUT', `/team/${site().teamId}/member`, { e_mail: ANTON, role: 4 });
  const { page } = await site().signedIn(ANTON, `/t/${site().teamId}/apps/${id}`);
  await frameOf(page, 'For contributors').getByText('at team.page of North').waitFor();
  await page.getByRole('link', { name: 'For contributors' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'For admins' }).count()).toBe(0);
  await search(page, 'contributors');
  await option(page, 'For contributors Go to').waitFor();
  await page.getByRole('combobox', { name: 'Command or page' }).fill('count');
  expect((await option(page, 'Count sheep').count()) + (await option(page, 'Count goats').count())).toBe(0);
  await page.keyboard.press('Escape');
  await lead(page, `/t/${site().teamId}/apps/${hidden}`);
  await page.getByText('This app is not shown here').waitFor();
  expect(await faults(page, 'app not here')).toEqual([]);
});
