import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { objects, store } from './pixel-steps.ts';
import { takePicture } from './screen-checks.ts';
import type { StoredText } from './text-steps.ts';
import { clickOn, dragOver, openText, textReady } from './text-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@text-suggestions.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

const text = `🙂 Dr. Ada Moreau joined Helix Labs in Lyon on 3 May 2021.
Helix
Labs was founded by Noor Haddad, who had met ADA MOREAU in Beirut.
${Array.from({ length: 8 }, (_, line) => `Line ${line + 1}, in which Helix Labs of Lyon is named again.`).join('\n')}
`;
const said = ({ start, end, className }: StoredText): string =>
  `${className} ${Array.from(text).slice(start, end).join('')}`;

const panel = async (page: Page): Promise<void> => page.getByRole('tab', { name: 'Suggestions' }).click();
const term = async (page: Page, name: string, className?: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Term', exact: true }).fill(name);
  if (className !== undefined) {
    await page.getByRole('combobox', { name: 'Class' }).click();
    await page.getByRole('option', { name: className, exact: true }).click();
  }
  await page.getByRole('textbox', { name: 'Term', exact: true }).press('Enter');
};

it('should make a dictionary, suggest its terms, accept and reject them by keys, keep only what was accepted, and take terms from a file', async () => {
  const { page, stored, client, itemId, projectId } = await openText(site(), ANA, 'Suggesting', text);
  await panel(page);
  await page.getByRole('button', { name: 'Dictionary…' }).click();
  await page.getByText('No terms yet. Add one above').waitFor();
  await term(page, 'Ada Moreau', 'Person');
  await term(page, 'Noor');
  await term(page, 'Helix Labs', 'Organisation');
  await term(page, 'Lyon', 'Place');
  await page.getByRole('button', { name: /^Noor/ }).click();
  await term(page, 'Noor Haddad');
  expect(await wholeScreenFaults(page, 'text dictionary')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('application', { name: 'Text' }).focus();
  await page.keyboard.press('Shift+s');
  // 2 of Ada, 1 of Noor, 10 of the firm and 9 of the town.
  await page.getByText('1 / 22 suggested').waitFor();
  await page.getByRole('button', { name: 'Organisation 10' }).waitFor();
  await takePicture(page, 'text suggestions');
  expect(await stored()).toEqual([]);
  await page.keyboard.press('Enter');
  await objects(page, 1);
  await page.getByText('1 / 21 suggested').waitFor();
  await page.keyboard.press('Backspace');
  await page.getByText('1 / 20 suggested').waitFor();
  // Over Lyon back to what is there, and on to it again.
  await page.keyboard.press('.');
  await page.getByText('2 / 20 suggested').waitFor();
  await page.keyboard.press(',');
  await page.keyboard.press('Shift+Enter');
  await objects(page, 10);
  await page.getByText('1 / 11 suggested').waitFor();
  await page.keyboard.press('Control+z');
  await objects(page, 1);
  await page.getByText('/ 20 suggested').waitFor();
  await page.keyboard.press('Control+Shift+Enter');
  await objects(page, 21);
  await page.keyboard.press('Control+z');
  await objects(page, 1);
  await page.keyboard.press('Control+Shift+z');
  await objects(page, 21);
  await store(page);
  const spans = await stored();
  expect(spans).toHaveLength(21);
  expect(new Set(spans.map(each => said(each)))).toEqual(
    new Set([
      'Person Ada Moreau',
      'Organisation Helix\nLabs',
      'Organisation Helix Labs',
      'Person Noor Haddad',
      'Person ADA MOREAU',
      'Place Lyon',
    ]),
  );
  expect(spans[0]).toMatchObject({ start: 6, end: 16, creationType: 'Prediction' });

  await page.reload();
  await textReady(page);
  await objects(page, 21);
  await panel(page);
  await page.getByRole('button', { name: 'Apply dictionary' }).click();
  // The one that was rejected stays rejected until it is asked for.
  await page.getByText('Nothing left to suggest.').waitFor();
  await page.getByRole('button', { name: 'Suggest the 1 rejected again' }).click();
  await page.getByRole('button', { name: 'Organisation 1' }).waitFor();
  const { document } = await client.call<{ document: { instances: readonly object[] } }>(
    'GET',
    `/api/v1/project/${projectId}/item/${itemId}/editor`,
  );
  expect(document.instances).toHaveLength(21);

  // Terms come from a file, and go out to one.
  await page.getByRole('button', { name: 'Dictionary…' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import CSV' }).click(),
  ]);
  await chooser.setFiles({
    name: 'terms.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('term,class\nZurich,Place\nNoor,Persn\n"Helix, Works",Organisation\n'),
  });
  await page.getByText('Line 3: “Persn” is no object class of this project.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines).toEqual(expect.arrayContaining(['Ada Moreau,Person', 'Zurich,Place', '"Helix, Works",Organisation']));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { entries } = await client.call<{ entries: readonly { readonly term: string }[] }>(
    'GET',
    `/api/v1/project/${projectId}/dictionary`,
  );
  expect(entries.map(each => each.term)).toEqual(expect.arrayContaining(['Zurich', 'Helix, Works']));
});

it('should leave suggestions alone that are marked by hand, take one by a click, and filter them by class and word', async () => {
  const { page, client, projectId } = await openText(site(), ANA, 'Marked by hand', text);
  const { data: classes } = await client.call<{ data: readonly { id: number; name: string }[] }>(
    'GET',
    `/classes?project_id=${projectId}`,
  );
  const idOf = (name: string): number => classes.find(each => each.name === name)!.id;
  await client.call('PUT', `/api/v1/project/${projectId}/dictionary`, {
    options: { exact_case: true, whole_words: true, accents: false },
    version: 0,
    entries: [
      { term: 'Ada Moreau', class_id: idOf('Person') },
      { term: 'Helix Labs', class_id: idOf('Organisation') },
      { term: 'Lyon', class_id: idOf('Place') },
    ],
  });
  await dragOver(page, 'Ada Moreau');
  await objects(page, 1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Apply the dictionary/ }).click();
  await page.getByText('1 / 19 suggested').waitFor();
  await clickOn(page, 'Lyon', { occurrence: 1 });
  await page.getByText('5 / 19 suggested').waitFor();
  await page.keyboard.press('a');
  await objects(page, 2);
  await page.getByRole('button', { name: 'Place 8' }).click();
  await page.getByRole('button', { name: 'Accept 8' }).click();
  await objects(page, 10);
  await page.getByLabel('Filter suggestions').fill('beirut');
  await page.getByText('No suggestion matches “beirut”.').waitFor();
  await page.getByLabel('Filter suggestions').fill('');
  expect(await wholeScreenFaults(page, 'text suggestions')).toEqual([]);
  await page.getByRole('button', { name: 'Clear the suggestions' }).click();
  await page.getByText('The dictionary suggests spans').waitFor();
});
