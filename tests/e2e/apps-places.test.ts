import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { APP_SDK_VERSION } from '#sdk/app/app-manifest.ts';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { photograph } from '../support/site-client.ts';
import { example, frameOf, publishApp } from './app-steps.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@apps-places.test';
const ANTON = 'anton@apps-places.test';
const site = openSite([
  { email: NORA, name: 'Nora North', team: 'North' },
  { email: ANTON, name: 'Anton North', team: 'North' },
]);
/** An app that shows its place, and does what its buttons say. */
const PROBE = `import { useState } from 'react';
import { useAppContext, useWorkbench } from '@loupe/sdk/app';
export default function Probe() {
  const context = useAppContext();
  const workbench = useWorkbench();
  const [status, setStatus] = useState('');
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('The probe broke.');
  const run = (work: () => Promise<unknown>) => () => void work().then(value => setStatus(JSON.stringify(value) ?? 'done'), error => setStatus(error.code));
  return (
    <main>
      <p>at {context.place} of {context.project?.name ?? context.team.name}, {context.chosen.length} chosen, theme {context.theme}, {context.person.role}</p>
      <button onClick={run(() => workbench.projects.list())}>List</button>
      <button onClick={run(() => workbench.ui.download({ name: 'rows.csv', content: 'a,b', type: 'text/csv' }))}>Offer</button>
      <button onClick={run(() => workbench.ui.openLink({ url: 'https://example.org/x' }))}>Link</button>
      <button onClick={run(() => workbench.storage.put({ value: { count: 1 } }))}>Keep</button>
      <button onClick={run(() => workbench.storage.get())}>Read</button>
      <button onClick={() => setBroken(true)}>Break</button>
      <button onClick={() => { setTimeout(() => { new Function('for (;;);')(); }, 100); }}>Hang</button>
      <output>{status}</output>
    </main>
  );
}
`;

let client: SiteClient;
let project: number;
let item: number;

const publish = (
  files: Readonly<Record<string, string>>,
  granted?: readonly string[],
  open?: readonly unknown[],
): Promise<number> => publishApp(site(), client, files, granted, open);
const probe = (name: string, ...mounts: readonly object[]): Record<string, string> => ({
  'loupe-app.json': JSON.stringify({
    name,
    sdk: '1.0',
    entry: 'main.tsx',
    mounts,
    capabilities: ['projects.read', 'downloads', 'links', 'storage'],
  }),
  'main.tsx': PROBE,
});

beforeAll(async () => {
  client = await site().client(NORA);
  project = (await client.project('Flowers')).id;
  const [flower] = await client.classes(project, ['Flower']);
  item = (await client.upload(project, 'allium.jpg', await photograph('allium-oreophilum'))).id;
  await client.upload(project, 'canyon.jpg', await photograph('black-canyon'));
  await client.call('PUT', `/api/v1/project/${project}/item/${item}/annotation`, {
    op: randomUUID(),
    base: 0,
    data: {
      metadata: { name: 'allium.jpg' },
      instances: [
        {
          id: 'a',
          type: 'bbox',
          classId: flower!.id,
          className: 'Flower',
          attributes: [],
          points: { x1: 40, y1: 60, x2: 200, y2: 220 },
        },
      ],
      tags: [],
      comments: [],
    },
  });
}, 120_000);

it('should show an app as a page of the team, with what the person may see', async () => {
  await publish({
    'loupe-app.json': await example('hello-app', 'loupe-app.json'),
    'src/main.tsx': await example('hello-app', 'src/main.tsx'),
    'src/percent-text.ts': await example('hello-app', 'src/percent-text.ts'),
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/projects`);
  await page.getByRole('link', { name: 'Hello table' }).click();
  const frame = frameOf(page, 'Hello table');
  await frame.getByRole('heading', { name: 'Hello, Nora North' }).waitFor();
  await frame.getByRole('button', { name: 'Flowers' }).waitFor();
  expect(await faults(page, 'app page')).toEqual([]);
  const looks = (): Promise<string> =>
    frame
      .locator('body')
      .evaluate(body => `${document.documentElement.dataset['theme']} ${getComputedStyle(body).backgroundColor}`);
  expect(await looks()).toBe('light rgb(255, 255, 255)');
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await expect.poll(looks).toBe('dark rgb(28, 33, 40)');
  await frame.getByRole('button', { name: 'Flowers' }).click();
  await page.waitForURL(new RegExp(`/p/${project}`));
});

it('should show an app beside the editor and on the page of an item, which counts, keeps a note and comments', async () => {
  await publish({
    'loupe-app.json': await example('review-panel', 'loupe-app.json'),
    'src/main.tsx': await example('review-panel', 'src/main.tsx'),
    'src/count-by-class.ts': await example('review-panel', 'src/count-by-class.ts'),
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/item/${item}`);
  await page.getByRole('tab', { name: 'Apps' }).click();
  const frame = frameOf(page, 'Review notes');
  await frame.getByText('Flower: 1').waitFor();
  await frame.getByLabel('Note').fill('Look at the stem.');
  await frame.getByRole('button', { name: 'Keep' }).click();
  await frame.getByText('Kept.').waitFor();
  expect(await faults(page, 'app editor panel')).toEqual([]);
  await expect.poll(() => frame.getByRole('button', { name: 'Ask for another look' }).isDisabled()).toBe(true);
  await page.getByRole('tab', { name: /Objects/ }).click();
  await page
    .getByRole('listbox', { name: 'Objects' })
    .getByRole('option', { name: /Flower/ })
    .click();
  await page.getByRole('tab', { name: 'Apps' }).click();
  await frameOf(page, 'Review notes').getByRole('button', { name: 'Ask for another look' }).click();
  await page.getByRole('dialog').getByText('Ask for another look at the selected object?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Comment' }).click();
  await page.getByText('Review notes: The comment is there.').waitFor();
  const { document } = (await client.annotation(project, item)) as unknown as {
    readonly document: { readonly comments: readonly object[]; readonly instances: readonly object[] };
  };
  expect(document).toMatchObject({
    comments: [{ instanceId: 'a', correspondence: [{ text: 'Please look at this object again.', email: NORA }] }],
    instances: [{ id: 'a' }],
  });

  await page.goto(`/t/${site().teamId}/p/${project}/item/${item}/details`);
  await page.getByRole('tab', { name: 'Apps' }).click();
  const details = frameOf(page, 'Review notes');
  await details.getByText('Flower: 1').waitFor();
  await expect.poll(() => details.getByLabel('Note').inputValue()).toBe('Look at the stem.');
  expect(await faults(page, 'app item panel')).toEqual([]);
});

it('should run an app on chosen items, in a tab of the project, its setup, and above the projects', async () => {
  await publish(
    probe(
      'Probe',
      { place: 'items.action', title: 'Probe these' },
      { place: 'project.page', title: 'Probe tab', projectTypes: ['Vector'] },
      { place: 'project.setup', title: 'Probe setup' },
      { place: 'dashboard.tile', title: 'Probe tile', height: 160 },
    ),
  );
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('allium.jpg').first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Probe these' }).click();
  await frameOf(page, 'Probe').getByText('at items.action of Flowers, 2 chosen, theme light, Project Admin').waitFor();
  expect(await faults(page, 'app on items')).toEqual([]);
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Close' })
    .click({ timeout: 1000 })
    .catch(() => undefined);
  await page.goto(`/t/${site().teamId}/p/${project}/data`);
  await page
    .getByRole('link', { name: 'Probe tab' })
    .or(page.getByRole('tab', { name: 'Probe tab' }))
    .click();
  await frameOf(page, 'Probe').getByText('at project.page of Flowers').waitFor();
  expect(await faults(page, 'app project tab')).toEqual([]);
  await page.goto(`/t/${site().teamId}/p/${project}/setup/general`);
  await page.getByText('Probe setup').click();
  await frameOf(page, 'Probe').getByText('at project.setup of Flowers').waitFor();
  await page.goto(`/t/${site().teamId}/projects`);
  await frameOf(page, 'Probe').getByText('at dashboard.tile of North').waitFor();
  expect(await faults(page, 'app tile')).toEqual([]);
});

it('should run an app on what was found and chosen in Explore, and nowhere else', async () => {
  await publish(probe('Finder', { place: 'explore.action', title: 'Probe the found' }));
  const { page } = await site().signedIn(
    NORA,
    `/t/${site().teamId}/p/${project}/explore?query=instance(className+%3D+Flower)`,
  );
  await page.getByText('1 item', { exact: true }).waitFor();
  await page.getByRole('gridcell').filter({ hasText: 'allium.jpg' }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await bar.getByRole('button', { name: 'More' }).click();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Probe these' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Probe the found' }).click();
  await frameOf(page, 'Finder')
    .getByText('at explore.action of Flowers, 1 chosen, theme light, Project Admin')
    .waitFor();
  expect(await faults(page, 'app on found items')).toEqual([]);
  await page.getByRole('dialog').getByRole('banner').getByRole('button').click();

  await page.goto(`/t/${site().teamId}/p/${project}/explore`);
  await page.getByText('2 items').waitFor();
  await page.getByRole('grid', { name: 'Items' }).focus();
  await page.keyboard.press('Control+a');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('gridcell').filter({ hasText: 'canyon.jpg' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Probe the found' }).click();
  await frameOf(page, 'Finder').getByText('at explore.action of Flowers, 2 chosen').waitFor();

  await page.goto(`/t/${site().teamId}/p/${project}/data`);
  await page.getByText('allium.jpg').first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Probe these' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Probe the found' }).count()).toBe(0);
});

it('should ask the person before anything leaves the app, say what is not allowed, and start again what stopped', async () => {
  const id = await publish(probe('Prober', { place: 'team.page' }), ['downloads', 'links', 'storage']);
  const visit = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}`);
  visit.allow(/The probe broke|loupe-guest/);
  const { page } = visit;
  const frame = frameOf(page, 'Prober');
  await frame.getByRole('button', { name: 'List' }).click();
  await page.getByText('“Prober” is not allowed to: see the projects').waitFor();
  await frame.getByText('CAPABILITY_DENIED').waitFor();
  expect(await faults(page, 'app not allowed')).toEqual([]);

  await frame.getByRole('button', { name: 'Offer' }).click();
  await page.getByRole('dialog').getByText('offers the file “rows.csv” (3 bytes)').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('rows.csv');
  await frame.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('dialog').getByText('https://example.org/x').waitFor();
  expect(await faults(page, 'app asks')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await frame.getByText('false').waitFor();

  await frame.getByRole('button', { name: 'Keep' }).click();
  await frame.getByRole('button', { name: 'Read' }).click();
  await frame.getByText('"count":1').waitFor();

  // The frame may be gone before a click in it is answered.
  const broken = frame.getByRole('button', { name: 'Break' });
  await broken.waitFor();
  void broken.dispatchEvent('click').catch(() => undefined);
  await page.getByText('This app stopped').waitFor();
  await page.getByText('Error: The probe broke.').waitFor();
  expect(await faults(page, 'app stopped')).toEqual([]);
  await page.getByRole('button', { name: 'Restart' }).click();
  await frame.getByText('at team.page of North').waitFor();

  await frame.getByRole('button', { name: 'Hang' }).click();
  await page.getByText('It did not answer for 3 seconds and was ended.').waitFor();

  // The refused call is in the log of the app; the others the server saw itself.
  await expect
    .poll(async () =>
      (
        await client.call<{ data: readonly { call: string; code: string | null; outcome: string }[] }>(
          'GET',
          `/team/${site().teamId}/customapps/${id}/calls`,
        )
      ).data.filter(each => each.outcome === 'refused'),
    )
    .toMatchObject([{ call: 'projects.list', code: 'CAPABILITY_DENIED' }]);
});

it('should say which version of the SDK an app needs, where the product has an older one', async () => {
  const files = probe('Newer', { place: 'team.page' });
  const id = await publish({
    ...files,
    'loupe-app.json': files['loupe-app.json']!.replace('"sdk":"1.0"', '"sdk":"1.7"'),
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/apps/${id}`);
  await page.getByText(`The app asks for version 1.7 of the SDK; this product offers ${APP_SDK_VERSION}.`).waitFor();
});

it('should be shown to those whom an admin lets open it, and explained to others', async () => {
  const id = await publish(probe('For contributors', { place: 'team.page' }), [], ['contributor']);
  const hidden = await publish(probe('For admins', { place: 'team.page' }), []);
  await client.call('PUT', `/team/${site().teamId}/member`, { e_mail: ANTON, role: 4 });
  const { page } = await site().signedIn(ANTON, `/t/${site().teamId}/apps/${id}`);
  await frameOf(page, 'For contributors').getByText('at team.page of North').waitFor();
  await page.getByRole('link', { name: 'For contributors' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'For admins' }).count()).toBe(0);
  await page.goto(`/t/${site().teamId}/apps/${hidden}`);
  await page.getByText('This app is not shown here').waitFor();
  expect(await faults(page, 'app not here')).toEqual([]);
});
