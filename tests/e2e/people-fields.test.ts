import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@people-fields.test';
const ANTON = 'anton@people-fields.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should make fields of all kinds, take values in the table and the drawer, and say what goes with a field', async () => {
  const faults: string[] = [];
  const client = await site().client(NORA);
  const { id } = await client.project('Cars');
  for (const [name, component_id] of [
    ['Note', 1],
    ['Contract until', 4],
    ['Remote', 6],
  ] as const)
    await client.call(
      'POST',
      '/services/work-management/api/v1/customfieldtemplates?entity=Contributor&parentEntity=Team',
      { name, component_id },
    );
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/setup/custom-fields`);
  const make = async (name: string, kind: string, more: () => Promise<void> = async () => undefined): Promise<void> => {
    await page.getByRole('button', { name: 'New field' }).click();
    await page.getByLabel('Name').fill(name);
    await pick(page, 'Kind', kind);
    await more();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(`${name} is saved.`).first().waitFor();
  };
  const options = async (): Promise<void> => {
    await page.getByLabel('Options').first().click();
    for (const each of ['German', 'Polish']) {
      await page.keyboard.type(each);
      await page.keyboard.press('Enter');
    }
  };
  await make('Mother tongue', 'Single choice', options);
  await make('Hours', 'Number', async () => {
    await page.getByLabel('Least').fill('0');
    await page.getByLabel('Most').fill('40');
    await page.getByLabel('Step').fill('0.5');
    await page.getByLabel('Unit').fill('h');
    faults.push(...(await wholeScreenFaults(page, 'people field dialog')));
  });
  await make('Rights', 'Granted rights');
  await page.getByRole('button', { name: 'Move Hours up' }).click();
  await expect.poll(() => page.getByRole('row').nth(4).textContent()).toContain('Hours');
  faults.push(...(await wholeScreenFaults(page, 'people fields')));

  // Typed in the table.
  await page.getByRole('link', { name: 'Members' }).click();
  const hours = page.getByRole('textbox', { name: 'Hours of Anton North' });
  await hours.fill('41');
  await expect.poll(() => hours.getAttribute('title')).toBe('Use a number from 0 up to 40.');
  await hours.fill('12,5');
  await hours.press('Enter');
  await page
    .getByRole('textbox', { name: 'Contract until of Anton North' })
    .or(page.getByLabel('Contract until of Anton North'))
    .first()
    .fill('2026-12-31');
  await page.keyboard.press('Enter');
  await page.getByLabel('Mother tongue of Anton North').first().click();
  await page.getByRole('option', { name: 'Polish' }).click();
  await page.getByRole('checkbox', { name: 'Remote of Anton North' }).click();
  const values = async (): Promise<readonly unknown[]> => {
    const { data } = await client.call<{
      data: readonly { email: string; customField: { custom_field_values: Record<string, unknown> } | null }[];
    }>('POST', '/services/work-management/api/v1/customentities/search?entity=Contributor&parentEntity=Team', {
      query: {},
    });
    return Object.values(data.find(each => each.email === ANTON)?.customField?.custom_field_values ?? {});
  };
  await expect
    .poll(async () => (await values()).toSorted())
    .toEqual([12.5, Date.UTC(2026, 11, 31), 'Polish', true].toSorted());
  await expect.poll(() => page.getByRole('textbox', { name: 'Hours of Nora North' }).count()).toBe(0);
  faults.push(...(await wholeScreenFaults(page, 'people members with fields')));

  // The same in the drawer.
  await page.getByRole('row', { name: /Anton North/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Note of Anton North').fill('Night shift');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await values()).includes('Night shift')).toBe(true);
  faults.push(...(await wholeScreenFaults(page, 'people member with fields')));
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  // Deleted with its values, after a word of how many.
  await page.getByRole('link', { name: 'Fields', exact: true }).click();
  await page.getByRole('button', { name: 'Actions of Hours' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('1 value goes with it, for good.').waitFor();
  await page.getByRole('button', { name: 'Delete field' }).click();
  await page.getByText('Hours is deleted.').waitFor();

  // A field of projects is filled in the setup of a project.
  await page.getByText('Projects', { exact: true }).last().click();
  await make('Customer', 'Text');
  await lead(page, `/t/${site().teamId}/p/${id}/setup/custom-fields`);
  await page.getByLabel('Customer of Cars').fill('ACME');
  await page.keyboard.press('Enter');
  await expect
    .poll(
      async () =>
        (
          await client.call<{ customField: object | null }>(
            'GET',
            `/services/work-management/api/v1/customentities/${id}?entity=Project&parentEntity=Team`,
          )
        ).customField,
    )
    .not.toBeNull();
  faults.push(...(await wholeScreenFaults(page, 'people project fields')));
  expect([...new Set(faults)]).toEqual([]);
}, 180_000);
