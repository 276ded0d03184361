import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@people-schedules.test';
const ANTON = 'anton@people-schedules.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should give a member hours and days off, and show them in the calendar', async () => {
  const faults: string[] = [];
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/setup/members`);
  await page.getByRole('row', { name: /Anton North/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Set schedule' }).click();
  await page.getByText('40 hours a week').waitFor();
  await page.getByRole('button', { name: 'Add hours to Monday' }).click();
  await page.getByLabel('Monday from, 2').fill('16:00');
  await page.getByText('Times overlap.').waitFor();
  await page.getByLabel('Monday from, 2').fill('18:00');
  await page.getByLabel('Monday to, 2').fill('20:00');
  await page.getByText('42 hours a week').waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people schedule form')));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Mon 09:00–17:00, 18:00–20:00').waitFor();
  const day = new Date().toISOString().slice(0, 10);
  await page.getByLabel('First day').fill(day);
  await page.getByLabel('Note').fill('Dentist');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const shown = new Date(day).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
  await page.getByText(`${shown} · Holiday · Dentist`).waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people schedule')));
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await lead(page, `/t/${site().teamId}/setup/schedules`);
  await page
    .getByRole('row', { name: /Anton North/ })
    .getByText('Holiday')
    .waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people calendar')));
  await page.getByRole('button', { name: 'Two weeks later' }).click();
  expect(
    await page
      .getByRole('row', { name: /Anton North/ })
      .getByText('10', { exact: true })
      .count(),
  ).toBe(2);
  expect([...new Set(faults)]).toEqual([]);
}, 120_000);
