import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pick } from './form-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@workflow-designer.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const faults: string[] = [];

/** The screen looked at and checked. */
async function checked(page: Page, name: string): Promise<void> {
  faults.push(...(await wholeScreenFaults(page, `workflow ${name}`)));
}

it('should make words and a workflow of them, walk through it, and change it while a project works with it', async () => {
  const client = await site().client(NORA);
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/setup/statuses`);

  // A status and a role of the team.
  await page.getByRole('button', { name: 'New status' }).click();
  await page.getByLabel('Name').fill('Second review');
  await page.getByLabel('Description').click();
  await page.getByText('Name may hold letters, digits and _ only.').waitFor();
  await page.getByLabel('Name').fill('SecondReview');
  await page.getByRole('radio', { name: 'eye', exact: true }).click();
  await pick(page, 'Shortcut', 'Alt+Shift+3');
  await checked(page, 'new status');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('SecondReview is saved.').waitFor();
  await page.getByRole('link', { name: 'Workflow roles' }).click();
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByLabel('Name').fill('Expert');
  await page.getByRole('checkbox', { name: 'Approve/disapprove item' }).check();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Expert is saved.').waitFor();

  // A workflow, built from the beginning.
  await page.getByRole('link', { name: 'Workflows' }).click();
  await page.getByRole('button', { name: 'New workflow' }).click();
  await page.getByRole('menuitem', { name: 'Build' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Two eyes');
  await pick(page, 'Add a status', 'SecondReview');
  await page.getByText("SecondReview can't be reached from NotStarted. Add a transition to it.").waitFor();
  await page.getByRole('tab', { name: 'Roles' }).click();
  await pick(page, 'Add a role', 'Expert');
  await page.getByRole('tab', { name: 'Transitions' }).click();
  await page.getByRole('button', { name: 'Add transition' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill('Hand over');
  await page.getByText('No problems').waitFor();
  // The other one by a drag from status to status.
  const [from, to] = [
    page.locator('.react-flow__node[data-id="SecondReview"] .react-flow__handle.source'),
    page.locator('.react-flow__node[data-id="Completed"] .react-flow__handle.target'),
  ];
  await from.hover();
  await page.mouse.down();
  await to.hover({ force: true });
  await page.mouse.up();
  await page.getByText('A transition needs at least one role').waitFor();
  await page.getByRole('checkbox', { name: 'Expert' }).check();
  await page.getByRole('checkbox', { name: 'All comments are resolved' }).check();
  await page.getByText('No problems').waitFor();
  await page.keyboard.press('Escape');
  await checked(page, 'designer');

  // Walked through before it is saved.
  await page.getByRole('tab', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: /^Hand over/ }).click();
  await page.getByText('Annotator doesn’t see it, unless it is pinned.').waitFor();
  await page.getByRole('button', { name: 'Expert', exact: true }).click();
  await page.getByText('Only when: All comments are resolved').waitFor();
  await checked(page, 'simulate');
  await page.getByRole('button', { name: /^To Completed/ }).click();
  await page.getByText('Expert: To Completed, SecondReview → Completed').waitFor();

  // Steps back and forth; the same as JSON, with the line of what is wrong.
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByText('JSON', { exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Workflow as JSON' });
  const good = await json.inputValue();
  await json.fill(good.replace('"start_status": "NotStarted"', '"start_status": "Lost"'));
  await page.getByRole('button', { name: /Lost is not among the statuses of this workflow line \d+/ }).waitFor();
  await json.fill(good);
  await page.getByText('Graph', { exact: true }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('All set! Saved.').first().waitFor();
  await page.waitForURL(/\/t\/\d+\/workflows\/\d+$/);
  const workflow = Number(/(\d+)$/.exec(page.url())![1]);

  // A project works with it.
  const { data: statuses } = await client.call<{ data: readonly { name: string; value: number }[] }>(
    'GET',
    '/services/work-management/api/v1/statuses',
  );
  const review = statuses.find(each => each.name === 'SecondReview')!.value;
  const { id: project } = await client.project('Streets', 1, { workflow_id: workflow });
  const items: number[] = [];
  for (const name of ['a', 'b']) items.push((await client.upload(project, `${name}.png`, await markedPicture())).id);
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: items.slice(0, 1) },
    change: { kind: 'status', value: review },
  });
  // The shortcut of the status moves the item that is open.
  await lead(page, `/t/${site().teamId}/p/${project}/item/${items[1]}`);
  await pictureReady(page);
  await page.keyboard.press('Alt+Shift+Digit3');
  await page.getByText(/^Moved to /).waitFor();

  // Deleting what is in use says what uses it.
  await lead(page, `/t/${site().teamId}/setup/statuses`);
  await page.getByRole('button', { name: 'Actions of SecondReview' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(/It is used by 1 workflow \(Two eyes\), 2 items\./).waitFor();
  await page.getByRole('button', { name: 'Understood' }).click();
  await lead(page, `/t/${site().teamId}/setup/workflows`);
  await page.getByText('1: Streets').waitFor();

  // It becomes the one of new projects.
  await page.getByRole('button', { name: 'Actions of Two eyes' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByText('New projects have Two eyes from now on.').waitFor();
  await lead(page, `/t/${site().teamId}/projects/new?step=general`);
  await page.waitForFunction(() =>
    document
      .querySelector<HTMLInputElement>('input[type=radio]:checked')
      ?.closest('.mantine-Radio-root')
      ?.textContent?.includes('Two eyes'),
  );
  await lead(page, `/t/${site().teamId}/setup/workflows`);

  // Taking the status out asks where its items go.
  await page.getByRole('link', { name: 'Two eyes' }).click();
  // What runs with a transition is chosen below it.
  await page.getByRole('tab', { name: 'Transitions' }).click();
  await page.getByRole('button', { name: /^Hand over/ }).click();
  const pipelines = page.getByRole('region', { name: 'Pipelines that begin with it' });
  await pipelines.getByText('None yet.').waitFor();
  expect(await pipelines.getByRole('link').getAttribute('href')).toContain('workflow=Two+eyes&transition=Hand+over');
  await checked(page, 'pipelines of a transition');
  await page.getByRole('tab', { name: 'Statuses' }).click();
  await page.getByRole('button', { name: 'Take SecondReview out' }).click();
  await page.getByRole('tab', { name: 'Transitions' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Status SecondReview goes (affects 2 items)').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save and move 2 items' }).isDisabled()).toBe(true);
  await checked(page, 'save in use');
  await pick(page, /^SecondReview: 2 items/, 'Completed');
  await page.getByRole('button', { name: 'Save and move 2 items' }).click();
  await page.getByText('All set! Saved.').first().waitFor();
  const list = await client.call<{ data: readonly { annotation_status: number }[] }>(
    'GET',
    `/api/v1/project/${project}/items`,
  );
  expect(list.data.map(each => each.annotation_status).toSorted()).toEqual([5, 5]);

  // Leaving with changes asks; somebody else's version is not overwritten unasked.
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
  await page.getByRole('button', { name: 'All workflows' }).click();
  await page.getByText('Your changes on this page are not saved.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await client.call('PATCH', `/services/work-management/api/v1/workflows/${workflow}`, { description: 'Theirs' });
  await page.getByText('Somebody else changed this workflow meanwhile.').waitFor();
  await page.getByRole('button', { name: 'Load their version' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Theirs');

  // The project takes another workflow; its items go where they are sent.
  await lead(page, `/t/${site().teamId}/p/${project}/setup/workflow`);
  await page.getByRole('button', { name: 'Change workflow' }).click();
  await pick(page, 'New workflow', 'System workflow');
  await page.getByText('No item has to move').waitFor();
  await checked(page, 'change');
  await page.getByRole('dialog').getByRole('button', { name: 'Change workflow' }).click();
  await page.getByText('The workflow is changed.').waitFor();
  await page.getByRole('heading', { name: 'System workflow' }).waitFor();
  expect(faults).toEqual([]);
}, 300_000);
