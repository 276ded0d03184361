import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { formReady } from './form-filling-steps.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@automations.test';
const RITA = 'rita@automations.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'Northlight' },
    { email: RITA, name: 'Rita Root', admin: true, team: 'Home' },
  ],
  { stays: true },
);

const faults: string[] = [];
const checked = async (page: Page, name: string): Promise<void> => {
  faults.push(...(await wholeScreenFaults(page, `automations ${name}`)));
};

it('should draw a pipeline, try it on items, save it, and show what it did', async () => {
  const client = await site().client(NORA);
  const { id: project, name: projectName } = await client.project('Street', 8);
  const { id: root } = await client.call<{ id: number }>(
    'GET',
    `/folder/getFolderByName?project_id=${project}&name=root`,
  );
  const items = await client.call<{ id: number }[]>('POST', '/image/ext-create', {
    project_id: project,
    folder_id: root,
    upload_state: 3,
    images: ['a', 'b'].map(name => ({ name, path: 'custom_llm' })),
    meta: {},
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/automations`);
  await page.getByText('Let routine work happen by itself').waitFor();
  await checked(page, 'empty');

  // Drawn from the palette, connected by a drag.
  await page.getByRole('button', { name: /^Blank pipeline/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Quality first');
  const palette = page.getByRole('navigation', { name: 'Palette' });
  await palette.getByRole('button', { name: 'Item status updated' }).click();
  await pick(page, 'To', 'QualityCheck');
  await palette.getByRole('button', { name: 'Set priority' }).click();
  await page.getByRole('textbox', { name: 'Priority' }).fill('7');
  await page.getByText('Nothing leads to this action').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  const [from, to] = [
    page.locator('.react-flow__node[data-id="event1"] .react-flow__handle.source'),
    page.locator('.react-flow__node[data-id="action1"] .react-flow__handle.target'),
  ];
  await from.hover();
  await page.mouse.down();
  await to.hover({ force: true });
  await page.mouse.up();
  await page.getByText('No problems').waitFor();

  // A second action, connected by the keyboard's way, as YAML shows at once.
  await palette.getByRole('button', { name: 'Set approval' }).click();
  await pick(page, 'Approval', 'Approved');
  await page.locator('.react-flow__node[data-id="action1"]').click();
  await pick(page, 'Connect to', 'Set approval (action2)');
  await palette.getByRole('button', { name: 'Add comment' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Look at {{after.name}}');
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.locator('.react-flow__node[data-id="action2"]').press('Enter');
  await pick(page, 'Connect to', 'Add comment (action3)');
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'YAML' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Pipeline as YAML' }).inputValue())
    .toContain('action: set_approval');
  await checked(page, 'editor');
  // The text changes the canvas, and names the line of what is wrong.
  const yaml = page.getByRole('textbox', { name: 'Pipeline as YAML' });
  const text = await yaml.inputValue();
  await yaml.fill(text.replace('Quality first', 'Quality by text'));
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue())
    .toBe('Quality by text');
  await yaml.fill(text);
  await page.getByRole('button', { name: 'YAML' }).click();
  // A key doubles the selected step.
  const drawn = page.locator('.react-flow__node');
  await page.locator('.react-flow__node[data-id="action3"]').click();
  await page.keyboard.press('Control+d');
  await expect.poll(() => drawn.count()).toBe(5);
  await page.keyboard.press('Control+z');
  await expect.poll(() => drawn.count()).toBe(4);

  // Tried on a real item without changing it.
  await page.getByRole('button', { name: 'Dry run' }).click();
  await pick(page, 'Project', projectName);
  await page.getByRole('checkbox', { name: 'b', exact: true }).check();
  await page.getByRole('button', { name: 'Run without changes' }).click();
  await page.getByText('Would make 3 changes. Nothing is changed yet.').waitFor();
  const differences = page.getByRole('region', { name: 'Annotations' });
  await differences.getByText('Comment added').waitFor();
  await differences.getByText('Look at b').waitFor();
  await checked(page, 'dry run');
  await page.getByRole('button', { name: 'Apply 3 changes' }).click();
  await page.getByText('Applied 3 changes.').waitFor();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Quality first is created and enabled.').waitFor();
  await page.waitForURL(/\/automations\/\d+$/);
  // The address changes before the page of the new pipeline is drawn, and its key with it.
  await page.getByRole('switch', { name: 'Enabled', checked: true }).waitFor();
  for (const enabled of [false, true]) {
    await page.keyboard.press('e');
    await page.getByRole('switch', { name: 'Enabled', checked: enabled }).waitFor();
  }

  // An event of another person's day: the pipeline runs, and the history shows its steps as they come.
  await lead(page, `/t/${site().teamId}/automations/history`);
  await page.getByText('Nothing ran yet.').waitFor();
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [items[0]!.id] },
    change: { kind: 'status', value: 3 },
  });
  await page.getByRole('button', { name: 'a', exact: true }).click();
  const steps = page.getByRole('region', { name: 'Steps' });
  await steps.getByText('Set approval').waitFor();
  await page.getByRole('table', { name: 'Pipelines of the last 24 hours' }).getByText('Quality first').waitFor();
  await checked(page, 'history');
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByText('The run is repeated.').waitFor();
  const after = await client.call<{ entropy_value: number; approval_status: number }>(
    'GET',
    `/api/v1/project/${project}/item/${items[0]!.id}`,
  );
  expect(after).toMatchObject({ entropy_value: 7, approval_status: 2 });
  expect(faults).toEqual([]);
});

it('should be started by hand on found items, on the open item and by a button of its form', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Harbour', 8);
  await client.call('POST', `/project/${project}/custom-editor-template`, {
    components: [
      { id: 'note', type: 'input', label: 'Note' },
      { id: 'check', type: 'button', text: 'Check it', fires: 'Check' },
    ],
  });
  const items = await client.call<{ id: number }[]>('POST', '/image/ext-create', {
    project_id: project,
    upload_state: 3,
    images: ['c', 'd'].map(name => ({ name, path: 'custom_llm' })),
    meta: {},
  });
  const base = '/services/automations/zimmer/api/v1';
  const { id: reason } = await client.call<{ id: number }>('POST', `${base}/custom_event`, {
    name: 'Reason',
    description: '',
    fields: [{ key: 'reason', type: 'text', required: true }],
    fired_by: 'managers',
  });
  const at = { x: 0, y: 0 };
  const scope = { all: false, projects: [{ id: project, folders: [] }] };
  await client.call('POST', `${base}/workflow`, {
    name: 'Look at it first',
    description: '',
    graph: {
      nodes: [
        {
          id: 'start',
          kind: 'event',
          type: 'item fired',
          settings: { name: 'Go', custom_event_id: reason },
          scope,
          ...at,
        },
        { id: 'button', kind: 'event', type: 'form fired', settings: { name: 'Check' }, scope, ...at },
        { id: 'first', kind: 'action', type: 'set_priority', settings: { priority: 9 }, ...at },
        { id: 'second', kind: 'action', type: 'set_priority', settings: { priority: 4 }, ...at },
      ],
      edges: [
        { from: 'start', to: 'first' },
        { from: 'button', to: 'second' },
      ],
    },
  });
  const run = async (page: Page): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Run a pipeline on 1 item' });
    await dialog.getByRole('textbox', { name: 'reason' }).fill('Blurred');
    await checked(page, 'start');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await dialog.getByText('The pipeline has run.').waitFor();
    await dialog.getByRole('link', { name: 'Open the run' }).waitFor();
    await checked(page, 'result');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  };
  const priority = async (item: number): Promise<number | null> =>
    (await client.call<{ entropy_value: number | null }>('GET', `/api/v1/project/${project}/item/${item}`))
      .entropy_value;
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/explore?query=name+%3D+c`);
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('gridcell').filter({ hasText: 'c' }).click();
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Run a pipeline…' }).click();
  await run(page);
  expect(await priority(items[0]!.id)).toBe(9);

  await lead(page, `/t/${site().teamId}/p/${project}/item/${items[1]!.id}`);
  await formReady(page);
  await page.getByRole('button', { name: 'More for this item' }).click();
  await page.getByRole('menuitem', { name: 'Run a pipeline on this item…' }).click();
  await run(page);
  expect(await priority(items[1]!.id)).toBe(9);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command or page' }).fill('Run a pipeline on this');
  await page.getByRole('option', { name: /Run a pipeline on this item/ }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('textbox', { name: 'Note' }).fill('Dark');
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByText('The pipeline has run.').waitFor();
  await checked(page, 'form button');
  expect(await priority(items[1]!.id)).toBe(4);
  const { data } = await client.call<{ data: { id: number }[] }>('GET', `${base}/history?event=form+fired`);
  const { context } = await client.call<{ context: object }>('GET', `${base}/history/${data[0]!.id}`);
  expect(context).toMatchObject({ after: { id: items[1]!.id }, custom_event: { note: 'Dark' } });
  expect(faults).toEqual([]);
});

it('should say that an operator limited them and switched them off', async () => {
  const operator = await site().client(RITA);
  const path = '/super-admin/automations';
  const {
    data: [team],
  } = await operator.call<{ data: readonly { team_id: number; limits: object; version: number }[] }>(
    'GET',
    `${path}?search=Northlight`,
  );
  await operator.call('PUT', `${path}/${team!.team_id}`, {
    off: true,
    limits: { ...team!.limits, runs_per_day: 500 },
    version: team!.version,
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/automations/history`);
  await page.getByText(/Automations are switched off for your team/).waitFor();
  await page.getByText(/Runs a day: \d+ of 500/).waitFor();
  await checked(page, 'limits of the team');
  expect(faults).toEqual([]);
});
