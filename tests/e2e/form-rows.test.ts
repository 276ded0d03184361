import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { fieldAt, formReady } from './form-filling-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const RIA = 'ria@form-rows.test';
const site = openSite([{ email: RIA, name: 'Ria North', team: 'North' }], { stays: true });

const form = {
  components: [
    { id: 'prompt', type: 'textarea', label: 'Prompt', value: '', max: 0 },
    { id: 'source', type: 'input', label: 'Source', value: '{{origin.book}}' },
    {
      id: 'answers',
      type: 'group',
      title: 'Answers',
      isTemplate: true,
      children: [
        { id: 'answer', type: 'input', label: 'Answer', value: '' },
        { id: 'stars', type: 'rating', label: 'Stars', value: null, numberOfStars: 5 },
      ],
    },
    {
      id: 'better',
      type: 'radio',
      label: 'Better answer',
      value: '',
      options: [{ value: 'A' }, { value: 'B' }, { value: 'Tie' }],
    },
    { id: 'quality', type: 'number', label: 'Quality', value: null, min: 1, max: 100, step: 1 },
  ],
  code: '',
  environments: [],
  meta: {},
  readme: '',
};

const head =
  '_item_name,_folder,Question,answers[0].answer,answers[0].stars,answers[1].answer,answers[1].stars,verdict,quality,origin';
const rows = [
  head,
  'egg,batch a,"How long, ""exactly"", do I boil an egg?\nSoft.",Six minutes.,5,Two hours.,1,A,88,"{""book"":""Kitchen""}"',
  "sum,batch a,'=1+1,5,,,,Tie,,",
  'odd,batch a,Is this odd?,yes,,,,Neither,7,',
  'high,,Too high?,,,,,B,700,',
  ...Array.from({ length: 6 }, (_, at) => `more ${at},batch b,Question ${at},,,,,B,${(at % 100) + 1},`),
  '',
].join('\r\n');

/** Drops a file as a person does, with the events a browser sends. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], file!, { type: 'text/csv' }));
      return transfer;
    },
    [name, text],
  );
  const place = page.getByText('Drop a file here').locator('..');
  for (const type of ['dragover', 'drop']) await place.dispatchEvent(type, { dataTransfer: data });
}

async function begin(page: Page, entry: string): Promise<ReturnType<Page['getByRole']>> {
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  return page.getByRole('dialog', { name: entry });
}

async function take(page: Page, column: string, target: string): Promise<void> {
  await page.getByLabel(`Import ${column} as`, { exact: true }).first().click();
  await page.getByRole('option', { name: target, exact: true }).click();
}

it('should make items of a dropped table whose columns a person names, none of them twice, and others by number', async () => {
  const client = await site().client(RIA);
  const { id: projectId } = await client.project('Rows', 8);
  await client.call('POST', `/project/${projectId}/custom-editor-template`, form);
  const { page } = await site().signedIn(RIA, `/t/${site().teamId}/p/${projectId}/data`);

  let dialog = await begin(page, 'Import rows');
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV template' }).click(),
  ]);
  expect(await readFile((await template.path())!, 'utf8')).toBe(
    '_item_name,_folder,_item_category,prompt,source,answers[0].answer,answers[0].stars,better,quality\r\n',
  );

  await drop(page, 'rows.csv', rows);
  await dialog.getByText('10 rows').waitFor();
  await expect
    .poll(() => page.getByLabel('Import Question as', { exact: true }).first().inputValue())
    .toBe('Attached data');
  await take(page, 'Question', 'Prompt (prompt)');
  await take(page, 'verdict', 'Prompt (prompt)');
  await dialog.getByText('Question and verdict are taken as the same thing').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true);
  await take(page, 'verdict', 'Better answer (better)');
  await dialog.getByText('2 rows don’t fit').waitFor();
  await dialog.getByRole('cell', { name: 'Six minutes.' }).waitFor();
  expect(await faults(page, 'rows preview')).toEqual([]);
  await dialog.getByText('Problems (2)').click();
  await dialog.getByText("'Neither' is not one of").waitFor();
  await dialog.getByText('700 is greater than the maximum of 100').waitFor();
  await dialog.getByRole('button', { name: 'Import 8', exact: true }).click();
  await dialog.getByText('8 items made, 2 rows failed, 2 new folders.').waitFor();
  expect(await faults(page, 'rows imported')).toEqual([]);
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Download report/ }).click(),
  ]);
  expect((await readFile((await report.path())!, 'utf8')).split('\r\n')).toEqual([
    'row,column,reason',
    `4,verdict,"'Neither' is not one of ['A', 'B', 'Tie']"`,
    '5,quality,700 is greater than the maximum of 100',
    '',
  ]);

  // The same file again makes nothing twice.
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await drop(page, 'data.csv', (await exportedRows(client, projectId)).csv);
  await dialog.getByText('8 there already, skipped').waitFor();
  await dialog.getByText('There is nothing to import.').waitFor();
  await page.keyboard.press('Escape');

  // An item has its values, its rows, and its attached data in the form.
  const items = await client.call<{ data: { id: number; name: string }[] }>(
    'GET',
    `/api/v1/project/${projectId}/items?limit=100&name=egg`,
  );
  await lead(page, `/t/${site().teamId}/p/${projectId}/item/${items.data.find(each => each.name === 'egg')!.id}`);
  await formReady(page);
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Prompt' }).inputValue())
    .toBe('How long, "exactly", do I boil an egg?\nSoft.');
  await expect.poll(() => fieldAt(page, 'answers[1].answer').getByRole('textbox').inputValue()).toBe('Two hours.');
  await expect.poll(() => page.getByRole('textbox', { name: 'Source' }).inputValue()).toBe('Kitchen');

  await lead(page, `/t/${site().teamId}/p/${projectId}/data`);
  dialog = await begin(page, 'Generate items');
  await dialog.getByLabel('Name', { exact: true }).fill('Chat');
  await dialog.getByLabel('How many').fill('25');
  await dialog.getByText('Chat_0001 to Chat_0025').waitFor();
  await dialog.getByRole('button', { name: 'Generate 25' }).click();
  await dialog.getByText('25 created').waitFor();
}, 180_000);

/** The table of a project as the wire gives it. */
async function exportedRows(client: SiteClient, projectId: number): Promise<{ readonly csv: string }> {
  const { data } = await client.call<{ data: { name: string; folder_id: number }[] }>(
    'GET',
    `/api/v1/project/${projectId}/items?limit=100`,
  );
  const folders = await client.call<{ data: { id: number; name: string; is_root: boolean }[] }>(
    'GET',
    `/folders?project_id=${projectId}&team_id=${site().teamId}`,
  );
  const names = new Map(folders.data.map(each => [each.id, each.is_root ? '' : each.name]));
  return {
    csv: ['_item_name,_folder', ...data.map(each => `${each.name},${names.get(each.folder_id) ?? ''}`), ''].join('\n'),
  };
}
