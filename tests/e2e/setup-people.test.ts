import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { markedPicture } from './picture-on-screen.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@setup-people.test';
const ANTON = 'anton@setup-people.test';
const BEA = 'bea@setup-people.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
    { email: BEA, name: 'Bea North', team: 'North' },
  ],
  { stays: true },
);

const open = async (): Promise<SiteClient> => site().client(NORA);

// The first of the file: the number of requests is read as the application starts.
it('should send a project to a provider, who accepts and delivers it, and show both sides the state', async () => {
  const client = await open();
  const { id: project } = await client.project('Sent out');
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/providers`);
  await page.getByRole('button', { name: 'Send to provider' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail of the provider').fill(BEA);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText(`No mail went out. Give this link to ${BEA}.`).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('cell', { name: 'Waiting for an answer' }).waitFor();
  expect(await wholeScreenFaults(page, 'setup providers')).toEqual([]);

  const bea = await site().signedIn(BEA, `/t/${site().teamId}/projects`);
  await bea.page.getByRole('link', { name: '1 annotation request' }).click();
  for (const verb of ['Accept', 'Deliver']) {
    await bea.page.getByRole('button', { name: `${verb} Sent out` }).click();
    await bea.page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
  }
  await bea.page.getByRole('cell', { name: 'Delivered' }).waitFor();
  expect(await wholeScreenFaults(bea.page, 'annotation requests')).toEqual([]);
  await page.reload();
  await page.getByRole('cell', { name: 'Delivered' }).waitFor();
});

it('should keep unsaved instructions through a reload, show who changed them meanwhile, and show them to an annotator beside the work', async () => {
  const client = await open();
  const { id: project } = await client.project('Greenhouse');
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: BEA, user_role: 1 }] });
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/instructions`);
  allow(/status of 409/);
  const text = page.getByRole('textbox', { name: 'Instructions' });
  await text.click();
  await page.getByRole('button', { name: 'Heading 2' }).click();
  await page.keyboard.type('Cars');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Draw every car.');
  await page.getByText('Not saved yet. Kept in this browser.').waitFor();
  await page.reload();
  await page.getByText('What you wrote and did not save is here again.').waitFor();
  await page.getByText('Draw every car.').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'guide.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') });
  await page.getByRole('cell', { name: 'guide.html', exact: true }).waitFor();
  expect(await wholeScreenFaults(page, 'setup instructions')).toEqual([]);
  // Somebody else was first.
  await client.call('PUT', `/api/v1/project/${project}/instructions`, {
    document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Theirs.' }] }] },
    version: 0,
  });
  await text.press('Control+s');
  await page.getByText('nora@setup-people.test changed the instructions meanwhile.').waitFor();
  await page.getByRole('button', { name: 'Save over them' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const { document } = await client.call<{ document: unknown }>('GET', `/api/v1/project/${project}/instructions`);
  expect(JSON.stringify(document)).toContain('Draw every car.');

  const bea = await site().signedIn(BEA, `/t/${site().teamId}/p/${project}/data`);
  await bea.page.getByRole('button', { name: 'Instructions' }).click();
  const drawer = bea.page.getByRole('dialog');
  await drawer.getByRole('heading', { name: 'Cars' }).waitFor();
  await expect.poll(() => drawer.getByRole('button', { name: 'Bold' }).count()).toBe(0);
  expect(await wholeScreenFaults(bea.page, 'setup instructions drawer')).toEqual([]);
  const [download] = await Promise.all([
    bea.page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Download guide.html' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('guide.html');
  await lead(bea.page, `/t/${site().teamId}/p/${project}/setup/instructions`);
  await bea.page.getByText('You don’t have access to this').waitFor();
});

it('should show what somebody loses with the role, limit people to categories, pause them together, and keep custom fields of people', async () => {
  const client = await open();
  const { id: project } = await client.project('People', 1, { settings: [{ attribute: 'CategorizeItems', value: 1 }] });
  await client.call('POST', `/services/work-management/api/v1/categories/bulk?project_id=${project}`, {
    bulk: [{ name: 'Shoes' }, { name: 'Bags' }],
  });
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, {
    users: [
      { user_id: ANTON, user_role: 1 },
      { user_id: BEA, user_role: 3 },
    ],
  });
  await client.call(
    'POST',
    '/services/work-management/api/v1/customfieldtemplates?entity=Contributor&parentEntity=Project',
    {
      name: 'Threshold',
      component_id: 5,
      component_payload: { configs: { min: 0, max: 100, suffix: ' %' } },
      access: { view: [3], edit: [] },
    },
  );
  const item = await client.upload(project, 'a.png', await markedPicture());
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [item.id] },
    change: { kind: 'assign', value: ANTON },
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/contributors`);
  await page.getByRole('button', { name: `Categories of ${ANTON}: All` }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Bags' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Categories of ${ANTON}: Bags` }).waitFor();
  expect(await wholeScreenFaults(page, 'setup contributors')).toEqual([]);
  await page.getByRole('button', { name: `Member fields of ${ANTON}: –` }).click();
  const input = page.getByLabel(`Threshold of ${ANTON}`);
  await input.fill('120');
  await input.press('Enter');
  await page
    .getByText('Use a number from 0 up to 100.')
    .or(page.getByTitle('Use a number from 0 up to 100.'))
    .first()
    .waitFor();
  await input.fill('80');
  expect(await wholeScreenFaults(page, 'setup contributor fields')).toEqual([]);
  await input.press('Enter');
  await page.getByRole('button', { name: `Member fields of ${ANTON}: Threshold 80 %` }).waitFor();
  await page.getByRole('button', { name: `Member fields of ${ANTON}: Threshold 80 %` }).click();
  await input.waitFor({ state: 'detached' });

  await page.getByRole('combobox', { name: `Role of ${ANTON}` }).click();
  await page.getByRole('option', { name: 'QA' }).click();
  await page.getByText('The 1 item assigned to them is unassigned.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel(`Select ${ANTON}`).check();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Paused', { exact: true }).waitFor();

  // Somebody who is not in the team is invited to it and gets the role.
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('combobox', { name: 'People', exact: true }).fill('dora@elsewhere.test');
  await page.getByRole('option', { name: 'Invite dora@elsewhere.test' }).click();
  expect(await wholeScreenFaults(page, 'setup share')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('Select dora@elsewhere.test').waitFor();

  const bea = await site().signedIn(BEA, `/t/${site().teamId}/p/${project}/setup/contributors`);
  await bea.page.getByLabel(`Select ${ANTON}`).waitFor();
  await expect.poll(() => bea.page.getByLabel(`Select ${BEA}`).isDisabled()).toBe(true);
  await expect.poll(() => bea.page.getByRole('button', { name: `Remove ${BEA}` }).count()).toBe(0);
  // A project admin whom the field lets see it sees the value, and changes none.
  await bea.page.getByRole('button', { name: `Member fields of ${ANTON}: Threshold 80 %` }).click();
  await bea.page.getByRole('dialog').getByText('80 %').waitFor();
  await expect.poll(() => bea.page.getByLabel(`Threshold of ${ANTON}`).count()).toBe(0);
});

it('should save a setting as it is chosen, and show when somebody changed it meanwhile', async () => {
  const client = await open();
  const { id: project } = await client.project('Settings');
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/general`);
  await page.getByLabel('Annotators can request tasks').press('Space');
  await page.getByText('Saved.', { exact: true }).waitFor();
  const value = async (attribute: string): Promise<unknown> =>
    (await client.call<readonly { attribute: string; value: unknown }[]>('GET', `/project/${project}/settings`)).find(
      each => each.attribute === attribute,
    )?.value;
  expect(await value('ImageAutoAssignEnable')).toBe(1);
  const count = page.getByLabel('Items per request');
  await count.fill('7');
  await count.press('Enter');
  await expect.poll(() => value('ImageAutoAssignCount')).toBe(7);
  expect(await wholeScreenFaults(page, 'setup general')).toEqual([]);
  // Changed by another browser, without an event for this page.
  await page.route(`**/project/${project}/settings`, async route =>
    route.request().method() === 'GET'
      ? route.fulfill({
          json: ((await (await route.fetch()).json()) as { attribute: string; value: unknown }[]).map(each =>
            each.attribute === 'FontSize' ? { ...each, value: 30 } : each,
          ),
        })
      : route.continue(),
  );
  const size = page.getByLabel('Label size');
  await size.fill('20');
  await size.press('Enter');
  await page.getByText('Somebody changed this meanwhile. It shows the new value now.').waitFor();
  await expect.poll(() => size.inputValue()).toBe('30 px');
  expect(await value('FontSize')).toBe(11);
});
