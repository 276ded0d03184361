import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { photograph } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-tried.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
const MAIN = `import { useState } from 'react';
import { useAppContext, useCall, useCommand, useWorkbench } from '@loupe/sdk/app';
export default function Tried() {
  const { person, project } = useAppContext();
  const workbench = useWorkbench();
  const [status, setStatus] = useState('');
  const items = useCall(each => each.items.list({ projectId: project!.id }), [project?.id]);
  useCommand('greet', () => setStatus('Greeted'));
  const show = (done: Promise<unknown>) => void done.then(() => setStatus('Written'), error => setStatus(error.code));
  const write = () => show(workbench.items.make({ projectId: project!.id, name: 'new.jpg', bytes: new Uint8Array([1]) }));
  const mark = () => show(workbench.items.setMetadata({ projectId: project!.id, itemId: items.data?.items[0]?.id ?? 1, values: { a: 1 } }));
  return <main><p>{person.role} sees {items.data?.total ?? '…'} items</p><button onClick={write}>Write</button><button onClick={mark}>Mark</button><output>{status}</output></main>;
}
`;
const manifest = {
  name: 'Tried',
  sdk: '1.1',
  entry: 'main.tsx',
  mounts: [{ place: 'project.page' }],
  commands: [{ id: 'greet', title: 'Greet' }],
  capabilities: ['items.read', 'items.write', 'storage', 'commands'],
};

let client: SiteClient;
let id: number;
let item: number;
const frame = (page: Page) => page.frameLocator('iframe').first();
const choose = async (page: Page, list: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

beforeAll(async () => {
  client = await site().client(NORA);
  const { id: project } = await client.project('Flowers');
  item = (await client.upload(project, 'allium.jpg', await photograph('allium-oreophilum'))).id;
  await client.upload(project, 'canyon.jpg', await photograph('black-canyon'));
  id = (
    await client.call<{ id: number }>('POST', `/team/${site().teamId}/customapps`, {
      files: { 'main.tsx': MAIN, 'loupe-app.json': JSON.stringify(manifest) },
    })
  ).id;
  await client.call('PUT', `/team/${site().teamId}/customapps/${id}/grant`, {
    capabilities: manifest.capabilities,
    hosts: [],
    open: [2],
  });
}, 120_000);

it('should be tried as another role: what it may not do is refused, and the calls say why', async () => {
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}/edit`);
  allow(/40[34]/);
  await frame(page).getByText('sees 2 items').waitFor();
  await choose(page, 'See as', 'Annotator');
  // Nothing is assigned to who tries it.
  await frame(page).getByText('Annotator sees 0 items').waitFor();
  await page.getByText('Annotator may not open the app yet: see Permissions.').waitFor();
  await frame(page).getByRole('button', { name: 'Write' }).click();
  await frame(page).getByText('FORBIDDEN').waitFor();
  await page
    .getByRole('radiogroup', { name: 'Below' })
    .getByText(/^Calls/)
    .click();
  const line = page.getByRole('group', { name: 'calls' }).locator('div').filter({ hasText: 'items.make' }).first();
  await line.getByText('Refused').waitFor();
  await line.getByText(/You don't have the right to do this/).waitFor();
  expect(await faults(page, 'workshop as another role')).toEqual([]);
  // What the page has to look up for a call is looked up as the role: it does not see the item.
  await frame(page).getByRole('button', { name: 'Mark' }).click();
  await frame(page).getByText('NOT_FOUND').waitFor();
  await choose(page, 'See as', 'QA');
  await frame(page).getByText('QA sees 0 items').waitFor();
  await expect.poll(() => page.getByText('may not open the app yet').count()).toBe(0);
  await choose(page, 'See as', 'Project Admin');
  await frame(page).getByText('Project Admin sees 2 items').waitFor();
  await page.getByRole('button', { name: 'Run a command of the app' }).click();
  await page.getByRole('menuitem', { name: 'Greet' }).click();
  await frame(page).getByText('Greeted').waitFor();
});

it('should show and change what the app keeps for an item, and say how much that is', async () => {
  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}/edit?view=data`);
  allow(/409/);
  await page.getByText('Used: 0 bytes of 5.0 MB (0 %) for the team, 0 bytes for 0 items').waitFor();
  await page.getByRole('radiogroup', { name: 'Data of' }).getByText('Per item').click();
  await page.getByText('The app keeps nothing for any item yet.').waitFor();
  expect(await faults(page, 'data per item, empty')).toEqual([]);
  await choose(page, 'Project', 'Flowers');
  await page.getByRole('combobox', { name: 'Item' }).fill('alli');
  await page.getByRole('option', { name: 'canyon.jpg' }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'allium.jpg' }).click();
  await page.getByText('The app keeps nothing for allium.jpg yet.').waitFor();
  const text = page.getByRole('textbox', { name: 'Data as JSON' });
  await text.fill('{ "seen": ');
  await page.getByText(/^This is not JSON/).waitFor();
  await text.fill('{ "seen": true }');
  await page.getByRole('button', { name: 'Save data' }).click();
  await page.getByText('The app keeps this for allium.jpg: 13 bytes of 64 KB (<0.1 %).').waitFor();
  await page.getByText('13 bytes for 1 item').waitFor();
  expect(await client.call('GET', `/team/${site().teamId}/customapps/${id}/items/${item}/data`)).toMatchObject({
    value: { seen: true },
  });
  expect(await faults(page, 'data per item')).toEqual([]);
  // What was written and not saved is not lost without a question.
  await text.fill('"not saved"');
  const question = page.getByRole('dialog', { name: 'Leave without saving the data?' });
  const leave = async (answer: 'Cancel' | 'Leave'): Promise<void> => {
    await question.getByRole('button', { name: answer }).click();
    await question.waitFor({ state: 'detached' });
  };
  await page.getByRole('radiogroup', { name: 'Data of' }).getByText('Of the team').click();
  await leave('Cancel');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Code').click();
  await leave('Cancel');
  await choose(page, 'Project', 'Flowers');
  await page.getByRole('combobox', { name: 'Item' }).fill('cany');
  await page.getByRole('option', { name: 'canyon.jpg' }).click();
  await leave('Cancel');
  await expect.poll(() => text.inputValue()).toBe('"not saved"');
  await expect.poll(() => page.getByRole('combobox', { name: 'Item' }).inputValue()).toBe('allium.jpg');
  await page.getByRole('radiogroup', { name: 'Data of' }).getByText('Of the team').click();
  await leave('Leave');
  await page.getByText('The app keeps nothing for the team yet.').waitFor();
  await page.getByRole('radiogroup', { name: 'Data of' }).getByText('Per item').click();
  await page.getByRole('button', { name: /allium\.jpg/ }).click();
  await page.getByText('The app keeps this for allium.jpg: 13 bytes').waitFor();
  await text.fill('"mine"');
  // Somebody else is there first; what is read again while the text is changed leaves it alone.
  await client.call('PUT', `/team/${site().teamId}/customapps/${id}/items/${item}/data`, { value: 'theirs' });
  await page.getByRole('button', { name: 'Save data' }).click();
  await page.getByText('The app or somebody else changed the data meanwhile.').waitFor();
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect
    .poll(
      async () =>
        (await client.call<{ value: unknown }>('GET', `/team/${site().teamId}/customapps/${id}/items/${item}/data`))
          .value,
    )
    .toBe('mine');
  await page.reload();
  await page.getByRole('radiogroup', { name: 'Data of' }).getByText('Per item').click();
  await page.getByRole('button', { name: /allium\.jpg.*6 bytes/ }).click();
  await expect.poll(() => text.inputValue()).toBe('"mine"');
});

it('should find what a source imports, also after the code was left and shown again', async () => {
  const files = {
    'main.tsx': `import { base } from './style.ts';\nconst wrong: string = 1;\nexport default () => <p>{base + wrong}</p>;\n`,
    'style.ts': `export const base: string = 'x';\n`,
    'loupe-app.json': JSON.stringify({ ...manifest, name: 'Two sources', commands: [], capabilities: [] }),
  };
  const two = await client.call<{ id: number }>('POST', `/team/${site().teamId}/customapps`, { files });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${two.id}/edit`);
  const error = page.getByText(/is not assignable to type/).first();
  await error.waitFor();
  await page.getByRole('radiogroup').getByText('Settings').first().click();
  await error.waitFor({ state: 'detached' });
  await page.getByRole('radiogroup').getByText('Code', { exact: true }).first().click();
  await error.waitFor();
  await expect.poll(() => page.getByText(/Cannot find module/).count()).toBe(0);
});
