import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@projects-new.test';
const RITA = 'rita@projects-new.test';
const ANTON = 'anton@projects-new.test';
/** Of this file alone: other files share the installation whose licences are listed. */
const LIMITED = 'Limited projects';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', organization: LIMITED, team: 'North' },
    { email: ANTON, name: 'Anton North', organization: LIMITED, team: 'North' },
    { email: RITA, name: 'Rita Root', admin: true, team: 'Root' },
  ],
  { stays: true },
);

const open = async (): Promise<SiteClient> => site().client(NORA);

it('should keep what was said when the server refuses, and ask before it is left', async () => {
  const client = await open();
  await client.project('Forest');
  const { count } = await client.call<{ count: number }>('GET', '/api/v1/projects');
  const rita = await site().client(RITA);
  const limitProjects = async (projects: number | null): Promise<void> => {
    const { data } = await rita.call<{
      data: readonly { organization: string; organization_id: number; plan: number; limits: object; version: number }[];
    }>('GET', `/super-admin/license?search=${encodeURIComponent(LIMITED)}`);
    const { organization_id, plan, limits, version } = data[0]!;
    await rita.call('PUT', `/super-admin/license/${organization_id}`, {
      plan,
      trial: false,
      expires: null,
      limits: { ...limits, projects },
      version,
    });
  };
  await limitProjects(count);

  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/projects/new?step=general`);
  allow(/422/);
  await page.getByLabel('Name').fill('Too many');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page
    .getByRole('alert')
    .getByText(
      `The number of projects exceeds the limit of ${count} projects per plan. The person who runs this installation can raise the limit. Your entries stay here.`,
    )
    .waitFor();
  expect(await faults(page, 'new project plan limit')).toEqual([]);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Too many');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Leave without them?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Too many');
  await limitProjects(null);
  // The page is drawn again once it has another licence, without what was refused before.
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL(/\/t\/\d+\/p\/\d+/);
});

it('should make a project by the keyboard, step by step, with what was said on the way', async () => {
  const client = await open();
  const { id: source } = await client.project('Garage');
  await client.classes(source, ['Car', 'Lorry']);
  await client.call('POST', `/api/v1/team/${site().teamId}/inviteUsers`, {
    emails: ['ines@projects-new.test'],
    team_role: 4,
  });
  const { id: group } = await client.call<{ id: number }>('POST', `/api/v1/teams/${site().teamId}/groups`, {
    name: 'Night shift',
  });
  await client.call('POST', `/api/v1/teams/${site().teamId}/groups/${group}/members/bulk`, {
    data: [{ email: 'ines@projects-new.test' }],
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects`);
  await page.getByRole('link', { name: 'New project' }).waitFor();
  await page.keyboard.press('Alt+n');
  await page.getByRole('radio', { name: /^Vector/ }).focus();
  for (const type of ['Pixel', 'Video', 'Text', 'Tiled', 'Point cloud', 'Multimodal'])
    await page.getByRole('radio', { name: new RegExp(`^${type}`) }).waitFor();
  expect(await faults(page, 'new project type')).toEqual([]);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Name').fill('garage');
  await page.getByText('A project with this name already exists.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Create project' }).isDisabled()).toBe(true);
  expect(await faults(page, 'new project general')).toEqual([]);
  await page.getByLabel('Name').fill('Street');
  await page.getByLabel('Description').fill('What drives by');
  await expect.poll(() => page.getByRole('button', { name: 'Next' }).isEnabled()).toBe(true);
  await page.getByLabel('Name').press('Enter');
  await page.getByRole('radio', { name: 'Import a classes.json' }).check();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'classes.json', mimeType: 'application/json', buffer: Buffer.from('[{"name": ""}]') });
  await page.getByText('We couldn’t read the classes.').waitFor();
  expect(await faults(page, 'new project content')).toEqual([]);
  await page.getByRole('radio', { name: 'Copy from another project' }).check();
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Garage' }).click();
  await page.getByRole('radio', { name: 'Files stay in your storage' }).check();
  await page.getByRole('radio', { name: 'Guide annotators class by class' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('combobox', { name: 'People' }).click();
  await page.getByRole('option', { name: new RegExp(ANTON) }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('combobox', { name: `Role of ${ANTON}` }).waitFor();
  await page.getByRole('combobox', { name: 'Add a group' }).click();
  await page.getByRole('option', { name: 'Night shift (1)' }).click();
  await page.getByRole('combobox', { name: 'Role of Night shift' }).click();
  await page.getByRole('option', { name: 'QA' }).click();
  expect(await faults(page, 'new project people')).toEqual([]);

  // Back and forward walk the steps, and what was said stays.
  await page.goBack();
  await page.goBack();
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('What drives by');
  await page.goForward();
  await page.goForward();
  await page.getByRole('combobox', { name: `Role of ${ANTON}` }).waitFor();
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL(/\/t\/\d+\/p\/\d+/);
  const { data } = await client.call<{ data: readonly { id: number; description: string; upload_state: number }[] }>(
    'GET',
    '/api/v1/projects?name=Street',
  );
  expect(data[0]).toMatchObject({ description: 'What drives by', upload_state: 3 });
  expect(
    (await client.call<{ data: readonly { name: string }[] }>('GET', `/classes?project_id=${data[0]!.id}`)).data.map(
      each => each.name,
    ),
  ).toEqual(['Car', 'Lorry']);
  expect(
    (
      await client.call<{ data: readonly { email: string; role: number }[] }>(
        'GET',
        `/api/v1/project/${data[0]!.id}/contributors`,
      )
    ).data,
  ).toMatchObject([
    { email: ANTON, role: 1 },
    { email: 'ines@projects-new.test', role: 2 },
  ]);
  expect(
    (
      await client.call<{ data: readonly { className: string }[] }>('GET', `/api/v1/project/${data[0]!.id}/steps`)
    ).data.map(each => each.className),
  ).toEqual(['Car', 'Lorry']);
});

it('should lead through the points of a template, which is drawn beside the form when there is none', async () => {
  const client = await open();
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects/new?step=general`);
  await page.getByLabel('Name').fill('Bodies');
  await expect.poll(() => page.getByRole('button', { name: 'Next' }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Create classes' }).check();
  await page.getByRole('textbox', { name: 'Class names' }).fill('Person\nBag\n');
  await page.getByRole('radio', { name: 'Guide annotators through the points of a template' }).check();
  await page.getByText('There are no templates yet.').waitFor();
  const templates = page.getByRole('link', { name: 'Templates of the team' });
  expect([await templates.getAttribute('href'), await templates.getAttribute('target')]).toEqual([
    `/t/${site().teamId}/setup/templates`,
    '_blank',
  ]);
  await client.call('POST', '/templates', {
    name: 'Arm',
    data: {
      points: [
        { x: 10, y: 10 },
        { x: 60, y: 40 },
        { x: 120, y: 50 },
      ],
      connections: [
        [0, 1],
        [1, 2],
      ],
      labels: ['hand', 'elbow'],
    },
  });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Arm (3 points)' }).click();
  expect(await faults(page, 'new project template steps')).toEqual([]);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL(/\/t\/\d+\/p\/\d+/);
  const project = /\/p\/(\d+)/.exec(page.url())![1]!;
  const all = (
    await client.call<{ data: readonly { id: number; name: string }[] }>('GET', `/classes?project_id=${project}`)
  ).data;
  expect(all.map(each => each.name).toSorted()).toEqual(['Arm', 'Bag', 'Person', 'elbow', 'hand']);
  const classes = all.filter(each => !['Bag', 'Person'].includes(each.name));
  expect(classes.map(each => each.name)).toEqual(['hand', 'elbow', 'Arm']);
  const { steps } = await client.call<{ steps: unknown }>('GET', `/api/v1/project/${project}/downloadSteps`);
  expect(steps).toMatchObject({
    steps: classes.map((each, at) => ({ id: at + 1, class_id: each.id })),
    connections: [
      [1, 2],
      [2, 3],
    ],
  });
});
