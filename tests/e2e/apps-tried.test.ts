import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { pasteCode } from './app-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-tried.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
/** An app that reads the project of its place, and that with this id, and writes into the former. */
const appOf = (projectId: number): string => `import { useState } from 'react';
import { useAppContext, useCall, useCommand, useWorkbench } from '@loupe/sdk/app';
export default function Tried() {
  const { person, project, item } = useAppContext();
  const workbench = useWorkbench();
  const [status, setStatus] = useState('');
  const [kept, setKept] = useState('nothing');
  const projects = useCall(each => each.projects.list({ limit: 5 }), []);
  const items = useCall(each => each.items.list({ projectId: project!.id }), [project?.id]);
  useCall(each => each.items.list({ projectId: ${projectId}, limit: 1 }), []);
  const store = useCall(each => each.storage.get(), []);
  const keep = useCall(async each => {
    const { etag } = await each.storage.get();
    await each.storage.put({ value: 'mine', etag });
    setKept(String((await each.storage.get()).value));
  }, []);
  useCommand('greet', () => setStatus('Greeted'));
  const show = (done: Promise<unknown>) => void done.then(() => setStatus('Written'), error => setStatus(error.code));
  const write = () => show(workbench.items.make({ projectId: project!.id, name: 'new.jpg', bytes: new Uint8Array([1]) }));
  return <main>
    <p>{person.role} sees {items.data?.total ?? '…'} items</p>
    <p>in {project?.name ?? 'no project'} at {item?.name ?? 'no item'}</p>
    <p>projects: {projects.data?.projects.map(each => each.name).join(', ')}{projects.error?.message}</p>
    <p>items: {items.data?.items.map(each => each.name).join(', ')}{items.error?.message}</p>
    <p>first {JSON.stringify(store.data?.value)}, kept {kept}{keep.error?.message}</p>
    <button onClick={write}>Write</button><output>{status}</output>
  </main>;
}
`;
const manifest = {
  $schema: './loupe-app.schema.json',
  name: 'Tried',
  sdk: '1.1',
  entry: 'main.tsx',
  mounts: [{ place: 'project.page' }, { place: 'item.panel' }],
  commands: [{ id: 'greet', title: 'Greet' }],
  capabilities: ['projects.read', 'items.read', 'items.write', 'commands', 'storage'],
};
const samples = {
  'projects.list': { projects: [{ id: 7, name: 'Sample gardens', type: 'Vector' }], total: 1 },
  'items.list': [{ when: { projectId: 7 }, reply: { items: [{ id: 3, name: 'sample.jpg' }], total: 1 } }],
  'storage.get': { value: { seen: 1 } },
};

let client: SiteClient;
let project: number;
const frame = (page: Page) => page.frameLocator('iframe').first();
const view = (page: Page, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name).click();
const below = (page: Page, name: RegExp): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Below' }).getByText(name).click();
const choose = async (page: Page, list: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: list, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

beforeAll(async () => {
  client = await site().client(NORA);
  project = (await client.project('Flowers')).id;
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#667744' } })
    .jpeg()
    .toBuffer();
  for (const name of ['allium.jpg', 'canyon.jpg']) await client.upload(project, name, picture);
}, 60_000);

/** Makes the app and allows it what it asks for. Returns its id and its address in the API. */
async function makeApp(): Promise<readonly [id: number, own: string]> {
  const { id } = await client.call<{ id: number }>('POST', `/team/${site().teamId}/customapps`, {
    files: { 'main.tsx': appOf(project), 'loupe-app.json': `${JSON.stringify(manifest, undefined, 2)}\n` },
  });
  const own = `/team/${site().teamId}/customapps/${id}`;
  await client.call('PUT', `${own}/grant`, { capabilities: manifest.capabilities, hosts: [], open: [2] });
  return [id, own];
}

it('should be tried as another role and with sample data, which leaves the data of the team alone and is not published, be warned about its manifest, be compared with what is published, and have its data looked for by item', async () => {
  const [id, own] = await makeApp();
  await client.call('PUT', `${own}/data`, { value: 'of the team' });
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}/edit`);
  allow(/40[349]/);
  const app = frame(page);
  const called = (line: RegExp) => page.getByRole('group', { name: 'calls' }).locator('div').filter({ hasText: line });
  await app.getByText('sees 2 items').waitFor();
  await app.getByText('projects: Flowers').waitFor();
  await app.getByText('first "of the team", kept mine').waitFor();
  expect(await client.call('GET', `${own}/data`)).toMatchObject({ value: 'mine' });

  await choose(page, 'See as', 'Annotator');
  // Nothing is assigned to who tries it.
  await app.getByText('Annotator sees 0 items').waitFor();
  await page.getByText('Annotator may not open the app yet: see Permissions.').waitFor();
  await app.getByRole('button', { name: 'Write' }).click();
  await app.getByText('FORBIDDEN').waitFor();
  await below(page, /^Calls/);
  const refused = called(/items\.make/).first();
  await refused.getByText('Refused').waitFor();
  await refused.getByText(/You don't have the right to do this/).waitFor();
  expect(await faults(page, 'workshop as another role')).toEqual([]);
  await page.getByRole('button', { name: 'Run a command of the app' }).click();
  await page.getByRole('menuitem', { name: 'Greet' }).click();
  await app.getByText('Greeted').waitFor();

  // The app has no sample data yet: it is begun, and answers at once.
  await choose(page, 'Data', 'Sample data');
  await page.getByText('Sample data What samples.json names is answered from there').waitFor();
  await app.getByText('projects: Sample project').waitFor();
  await below(page, /^Problems/);
  await page.getByText('No problems.').waitFor();
  const line = (text: string) => page.locator('.monaco-editor').first().locator('.view-line', { hasText: text });
  await line('"projects.list"').click();
  await page.keyboard.press('Control+a');
  await pasteCode(page, JSON.stringify(samples));
  await app.getByText('projects: Sample gardens').waitFor();
  await app.getByText('first {"seen":1}, kept mine').waitFor();
  await below(page, /^Calls/);
  await called(/^Doneprojects\.list.*Sample$/)
    .first()
    .waitFor();
  // Not among the samples with this argument: asked of the product.
  await called(/^Doneitems\.list\d+ ms$/)
    .first()
    .waitFor();
  expect(await faults(page, 'preview with sample data')).toEqual([]);
  // Places that need a project and an item have those of the samples.
  await choose(page, 'Place', 'Item panel');
  await app.getByText('in Sample gardens at sample.jpg').waitFor();
  await app.getByText('items: sample.jpg').waitFor();
  await page.getByText('Opened in “Sample gardens” at “sample.jpg”.').waitFor();
  expect(await client.call('GET', `${own}/data`)).toMatchObject({ value: 'mine' });

  // What is wrong, with its line; what was read last goes on.
  await line('"storage.get"').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', "items.lst": 1');
  await below(page, /^Problems/);
  await page
    .getByRole('button', { name: /samples\.json, line \d+ .*(no call items\.lst|items\.lst is not allowed)/ })
    .waitFor();
  await app.getByText('items: sample.jpg').waitFor();

  // Nothing of it is published.
  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the app' });
  await publish.getByText('main.tsx').waitFor();
  expect(await publish.getByText('samples.json').count()).toBe(0);
  await publish.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  const { files } = await client.call<{ files: Record<string, string> }>('GET', `${own}/versions/1`);
  expect(Object.keys(files).toSorted()).toEqual(['loupe-app.json', 'main.tsx']);
  const stored = async (): Promise<Readonly<Record<string, string>>> =>
    (await client.call<{ draft: { files: Record<string, string> } }>('GET', own)).draft.files;
  expect(Object.keys(await stored())).toContain('samples.json');

  // The manifest is marked where it is wrong.
  await page.getByRole('button', { name: 'loupe-app.json', exact: true }).first().click();
  await line('"project.page"').first().getByText('"place"').click();
  await page.keyboard.press('Control+End');
  await line('"storage"').getByText('"storage"').dblclick();
  await page.keyboard.press('End');
  for (let back = 0; back < 'storage"'.length; back++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.type('moon');
  await page.getByRole('button', { name: /loupe-app\.json, line \d+ .*Valid values.*storage/ }).waitFor();
  await page.locator('.squiggly-error').first().waitFor();
  expect(await faults(page, 'manifest with an error')).toEqual([]);

  await view(page, 'Versions');
  await page.getByText('Left version 1, right the draft').waitFor();
  await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
  expect(await faults(page, 'apps versions')).toEqual([]);
  await view(page, 'Data');
  await page.getByText('The app keeps this for the team: 6 bytes').waitFor();
  expect(await faults(page, 'apps data')).toEqual([]);

  await page.getByRole('radiogroup', { name: 'Data of' }).getByText('Per item').click();
  await page.getByText('The app keeps nothing for any item yet.').waitFor();
  await choose(page, 'Project', 'Flowers');
  await page.getByRole('combobox', { name: 'Item' }).fill('alli');
  await page.getByRole('option', { name: 'canyon.jpg' }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'allium.jpg' }).click();
  await page.getByText('The app keeps nothing for allium.jpg yet.').waitFor();
  expect(await faults(page, 'data per item')).toEqual([]);
});
