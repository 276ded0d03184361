import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { takePicture } from './screen-checks.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-samples.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

/** An app that reads the project of its place, else the one with this id. */
const appOf = (projectId: number): string => `import { useState } from 'react';
import { useAppContext, useCall } from '@loupe/sdk/app';
export default function Names() {
  const { project, item } = useAppContext();
  const [kept, setKept] = useState('nothing');
  const projects = useCall(workbench => workbench.projects.list({ limit: 5 }), []);
  const items = useCall(workbench => workbench.items.list({ projectId: project?.id ?? ${projectId} }), [project?.id]);
  const store = useCall(workbench => workbench.storage.get(), []);
  const keep = useCall(async workbench => {
    const { etag } = await workbench.storage.get();
    await workbench.storage.put({ value: 'mine', etag });
    setKept(String((await workbench.storage.get()).value));
  }, []);
  return <ul>
    <li>in {project?.name ?? 'no project'} at {item?.name ?? 'no item'}</li>
    <li>projects: {projects.data?.projects.map(each => each.name).join(', ')}{projects.error?.message}</li>
    <li>items: {items.data?.items.map(each => each.name).join(', ')}{items.error?.message}</li>
    <li>first {JSON.stringify(store.data?.value)}, kept {kept}{keep.error?.message}</li>
  </ul>;
}
`;
const manifest = {
  name: 'Names',
  sdk: '1.1',
  entry: 'main.tsx',
  mounts: [{ place: 'team.page' }, { place: 'item.panel' }],
  capabilities: ['projects.read', 'items.read', 'storage'],
};
const samples = {
  'projects.list': { projects: [{ id: 7, name: 'Sample gardens', type: 'Vector' }], total: 1 },
  'items.list': [{ when: { projectId: 7 }, reply: { items: [{ id: 3, name: 'sample.jpg' }], total: 1 } }],
  'storage.get': { value: { seen: 1 } },
};
const frame = (page: Page) => page.frameLocator('iframe').first();
const below = (page: Page, name: RegExp): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Below' }).getByText(name).click();

async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

it('should try an app with sample data, say so, leave the data of the team alone, and publish none of it', async () => {
  const client = await site().client(NORA);
  const { id: projectId } = await client.project('Cars of the north');
  const { id } = await client.call<{ id: number }>('POST', `/team/${site().teamId}/customapps`, {
    files: {
      'main.tsx': appOf(projectId),
      'loupe-app.json': JSON.stringify(manifest),
      'samples.json': JSON.stringify(samples, undefined, 2),
    },
  });
  await client.call('PUT', `/team/${site().teamId}/customapps/${id}/grant`, {
    capabilities: manifest.capabilities,
    hosts: [],
    open: [],
  });
  await client.call('PUT', `/team/${site().teamId}/customapps/${id}/data`, { value: 'of the team' });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}/edit`);
  await frame(page).getByText('projects: Cars of the north').waitFor();
  await frame(page).getByText('first "of the team", kept mine').waitFor();
  expect(await client.call('GET', `/team/${site().teamId}/customapps/${id}/data`)).toMatchObject({ value: 'mine' });

  await choose(page, 'Data', 'Sample data');
  await page.getByText('Sample data What samples.json names is answered from there').waitFor();
  await frame(page).getByText('projects: Sample gardens').waitFor();
  await frame(page).getByText('first {"seen":1}, kept mine').waitFor();
  await below(page, /^Calls/);
  const line = page
    .locator('section[aria-label="What is wrong and what the app does"] div')
    .filter({ hasText: /^Doneprojects\.list.*Sample$/ });
  await line.first().waitFor();
  // Not among the samples with this argument: asked of the product.
  await page
    .locator('section[aria-label="What is wrong and what the app does"] div')
    .filter({ hasText: /^Doneitems\.list\d+ ms$/ })
    .first()
    .waitFor();
  expect(await faults(page, 'preview with sample data')).toEqual([]);
  await takePicture(page, 'app-samples-light');
  expect(await client.call('GET', `/team/${site().teamId}/customapps/${id}/data`)).toMatchObject({ value: 'mine' });

  // Places that need a project and an item have those of the samples.
  await choose(page, 'Place', 'Item panel');
  await frame(page).getByText('in Sample gardens at sample.jpg').waitFor();
  await frame(page).getByText('items: sample.jpg').waitFor();
  await page.getByText('Opened in “Sample gardens” at “sample.jpg”.').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'app-samples-dark');

  // What is wrong, with its line; what was read last goes on.
  await page.getByRole('button', { name: 'samples.json', exact: true }).first().click();
  await page
    .locator('.view-line', { hasText: '"storage.get"' })
    .getByText('"storage.get"')
    .dblclick({ timeout: 30_000 });
  await page.keyboard.press('End');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', "items.lst": 1');
  await below(page, /^Problems/);
  await page
    .getByRole('button', { name: /samples\.json, line \d+ .*(no call items\.lst|items\.lst is not allowed)/ })
    .waitFor();
  await frame(page).getByText('items: sample.jpg').waitFor();

  // Nothing of it is published.
  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the app' });
  await publish.getByText('main.tsx').waitFor();
  await expect.poll(() => publish.getByText('samples.json').count()).toBe(0);
  await publish.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByText('Version 1 is published.').waitFor();
  expect(
    Object.keys(
      (
        await client.call<{ files: Record<string, string> }>(
          'GET',
          `/team/${site().teamId}/customapps/${id}/versions/1`,
        )
      ).files,
    ).toSorted(),
  ).toEqual(['loupe-app.json', 'main.tsx']);
  expect(
    Object.keys(
      (
        await client.call<{ draft: { files: Record<string, string> } }>(
          'GET',
          `/team/${site().teamId}/customapps/${id}`,
        )
      ).draft.files,
    ),
  ).toContain('samples.json');
  await page.goto(`/t/${site().teamId}/apps/${id}`);
  await frame(page).getByText('projects: Cars of the north').waitFor();
  await expect.poll(() => page.getByText('Sample data').count()).toBe(0);
});

it('should begin sample data for an app that has none', async () => {
  const client = await site().client(NORA);
  const { id } = await client.call<{ id: number }>('POST', `/team/${site().teamId}/customapps`, {
    files: {
      'main.tsx': appOf((await client.project('Cars of the south')).id),
      'loupe-app.json': JSON.stringify(manifest),
    },
  });
  await client.call('PUT', `/team/${site().teamId}/customapps/${id}/grant`, {
    capabilities: manifest.capabilities,
    hosts: [],
    open: [],
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}/edit`);
  await page.getByText(/^Built in \d+ ms$/).waitFor();
  await choose(page, 'Data', 'Sample data');
  await page.getByRole('button', { name: 'samples.json', exact: true }).first().waitFor();
  await frame(page).getByText('projects: Sample project').waitFor();
  await page.getByText('No problems.').waitFor();
});
