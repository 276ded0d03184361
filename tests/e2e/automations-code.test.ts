import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@actions.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const ADDRESS = '/services/automations/zimmer/api/v1';

const faults: string[] = [];
const checked = async (page: Page, name: string): Promise<void> => {
  faults.push(...(await wholeScreenFaults(page, `actions ${name}`)));
};

it('should write an action, test and deploy it, and run it in a pipeline', async () => {
  const client = await site().client(NORA);
  const { id: project, name: projectName } = await client.project('Street', 8);
  const { id: root } = await client.call<{ id: number }>(
    'GET',
    `/folder/getFolderByName?project_id=${project}&name=root`,
  );
  const [first] = await client.call<{ id: number }[]>('POST', '/image/ext-create', {
    project_id: project,
    folder_id: root,
    upload_state: 3,
    images: [{ name: 'a', path: 'custom_llm' }],
    meta: {},
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/automations/actions`);
  await page.getByRole('button', { name: 'New action' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Raise priority');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Not deployed').waitFor();
  await page.getByText('No problems').waitFor();

  // TypeScript names the line of an error, and nothing can be deployed before it is fixed.
  const code = page.getByRole('textbox', { name: 'Code of the action' });
  await code.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('const wrong: number = "text";');
  await page.getByText(/Line 11: Type 'string' is not assignable/).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Deploy' }).isDisabled()).toBe(true);
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Delete');
  await page.getByText('No problems').waitFor();
  // Completion knows what a package exports.
  await page.keyboard.insertText("import { z } from 'zod'; z.discr");
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: /^discriminatedUnion/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Delete');
  await page.getByText('No problems').waitFor();
  await checked(page, 'editor');

  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await pick(page, 'Project', projectName);
  await page.getByRole('checkbox', { name: 'a', exact: true }).check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Would make 1 change. Nothing is changed yet.').waitFor();
  await page.getByText('info Looking at a').waitFor();
  await checked(page, 'test');
  await page.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.getByRole('dialog').getByText('Change the item: set priority').waitFor();
  await checked(page, 'deploy');
  await page.getByRole('dialog').getByRole('button', { name: 'Deploy', exact: true }).click();
  await page.getByText('Version 1 is deployed.').waitFor();

  const { data: actions } = await client.call<{ data: readonly { readonly id: number }[] }>(
    'GET',
    `${ADDRESS}/custom_task`,
  );
  const at = { x: 0, y: 0 };
  await client.call('POST', `${ADDRESS}/workflow`, {
    name: 'Raise',
    description: '',
    graph: {
      nodes: [
        {
          id: 'moved',
          kind: 'event',
          type: 'item u:annotation_status',
          settings: {},
          scope: { all: true, projects: [] },
          ...at,
        },
        { id: 'raise', kind: 'action', type: 'custom', settings: { custom_task_id: actions[0]!.id }, ...at },
      ],
      edges: [{ from: 'moved', to: 'raise' }],
    },
  });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [first!.id] },
    change: { kind: 'status', value: 3 },
  });
  await lead(page, `/t/${site().teamId}/automations/history`);
  await page.getByRole('button', { name: 'a', exact: true }).click();
  const steps = page.getByRole('region', { name: 'Steps' });
  await steps.getByText('Log').click();
  await steps.getByText('info Looking at a').waitFor();
  await checked(page, 'history');
  await steps.getByRole('button', { name: 'Make test' }).click();
  await page.getByText('The test is saved with the action.').waitFor();
  await steps.getByRole('button', { name: 'Replay step' }).click();
  await steps.getByText('Custom action · Attempt 2').waitFor();
  const after = await client.call<{ entropy_value: number }>('GET', `/api/v1/project/${project}/item/${first!.id}`);
  expect(after.entropy_value).toBe(5);
  expect(faults).toEqual([]);
});
