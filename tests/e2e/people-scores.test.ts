import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { pick } from './form-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@people-scores.test';
const ANTON = 'anton@people-scores.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should make scores, give them on an item, and show them of the member', async () => {
  const faults: string[] = [];
  const client = await site().client(NORA);
  const { id: project } = await client.project('Cars');
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  const item = await client.upload(project, 'a.png', await markedPicture());
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [item.id] },
    change: { kind: 'assign', value: ANTON },
  });

  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/setup/scores`);
  await page.getByText('No scores yet.').waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people scores empty')));
  await page.getByRole('button', { name: 'Begin with the example' }).click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Accuracy');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Accuracy is saved.').waitFor();
  await page.getByRole('button', { name: 'New score' }).click();
  await page.getByLabel('Name').fill('Minutes saved');
  await pick(page, 'Kind', 'Number');
  await page.getByLabel('Most').fill('0');
  await page.getByText('Most must be more than least.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
  await page.getByLabel('Most').fill('60');
  await page.getByText('Chosen projects').click();
  await page.getByRole('combobox', { name: 'Projects' }).click();
  await page.getByRole('option', { name: 'Cars' }).click();
  await pick(page, 'Who sees the values', 'Team admins');
  faults.push(...(await wholeScreenFaults(page, 'people score dialog')));
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('row', { name: /Minutes saved.*0 to 60 in steps of 1.*1 project.*Team admins/ }).waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people scores')));

  await page.goto(`/t/${site().teamId}/p/${project}/item/${item.id}/details?tab=scores.item`);
  const stars = page.getByRole('radio', { name: `Accuracy of ${ANTON}: 4 stars` });
  await page.locator(`label[for="${await stars.getAttribute('id')}"]`).click();
  await page.getByLabel(`Minutes saved of ${ANTON}`, { exact: true }).fill('12');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () =>
      (
        await client.call<{ data: readonly { value: number }[] }>(
          'GET',
          `/services/scoring/api/v1/scores?project_id=${project}`,
        )
      ).data
        .map(each => each.value)
        .toSorted((one, other) => one - other),
    )
    .toEqual([4, 12]);
  faults.push(...(await wholeScreenFaults(page, 'item scores')));

  await page.goto(`/t/${site().teamId}/setup/members`);
  await page.getByRole('row', { name: /Anton North/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /^Accuracy by day: .* 4$/ }).waitFor();
  faults.push(...(await wholeScreenFaults(page, 'people member scores')));

  // The annotator sees the own score that is not for admins only, and gives none.
  const anton = await site().signedIn(ANTON, `/t/${site().teamId}/setup/members`);
  await anton.page.getByRole('row', { name: /Anton North/ }).focus();
  await anton.page.keyboard.press('Enter');
  await anton.page.getByRole('region', { name: 'Scores', exact: true }).getByText('Accuracy').waitFor();
  await expect.poll(() => anton.page.getByText('Minutes saved').count()).toBe(0);
  await anton.page.goto(`/t/${site().teamId}/p/${project}/item/${item.id}/details`);
  await anton.page.getByRole('tab', { name: 'History' }).waitFor();
  await expect.poll(() => anton.page.getByRole('tab', { name: 'Scores' }).count()).toBe(0);
  expect([...new Set(faults)]).toEqual([]);
}, 180_000);
