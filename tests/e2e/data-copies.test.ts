import { beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@data-copies.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

let project: number;
let night: number;

beforeAll(async () => {
  const client = await site().client(NORA);
  ({ id: project } = await client.project('Streets'));
  const attach = (names: readonly string[], folder?: number): Promise<unknown> =>
    client.call('POST', '/image/ext-create', {
      project_id: project,
      ...(folder === undefined ? {} : { folder_id: folder }),
      upload_state: 3,
      images: names.map(name => ({ name, path: `https://example.org/${name}` })),
      meta: {},
    });
  ({ id: night } = await client.call<{ id: number }>('POST', `/folder?project_id=${project}`, { name: 'Night' }));
  await attach(Array.from({ length: 6 }, (_, at) => `street ${at}.jpg`));
  await attach(['street 0.jpg'], night);
}, 60_000);

it('should copy what is selected to another folder, and say before what is taken there', async () => {
  const client = await site().client(NORA);
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('street 5.jpg').waitFor();
  await page.locator('[data-item-list]').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('7 items selected').waitFor();
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy or move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy or move 7 items' });
  await dialog.getByRole('combobox', { name: 'To folder' }).click();
  await page.getByRole('option', { name: 'Night' }).click();
  await dialog.getByText('1 item of the selection is in this folder already and stays as it is.').waitFor();
  await dialog.getByText('1 name is taken there.').waitFor();
  expect(await faults(page, 'data copy')).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('5 items copied. 2 skipped.').waitFor();

  const { count } = await client.call<{ count: number }>('GET', `/api/v1/project/${project}/items?folder_id=${night}`);
  expect(count).toBe(6);
});

it('should say why a project takes no items, copy to a new folder of another one, ask what becomes of annotations that have no class there, and take it back', async () => {
  const client = await site().client(NORA);
  const [day, dark] = [await client.project('Day drives'), await client.project('Night drives')];
  await client.project('Day fields', 2);
  const { id: kept } = await client.project('Kept here');
  await client.upload(kept, 'own.png', await picture());
  const [car, tree] = await client.classes(day.id, ['Car', 'Tree']);
  await client.classes(dark.id, ['Car']);
  await client.call('PUT', `/project/${day.id}/settings`, { settings: [{ attribute: 'CategorizeItems', value: 2 }] });
  const items = await client.call<readonly { id: number }[]>('POST', '/image/ext-create', {
    project_id: day.id,
    upload_state: 3,
    images: [0, 1, 2, 3].map(at => ({ name: `drive ${at}.jpg`, path: `https://example.org/${at}.jpg` })),
    meta: Object.fromEntries([0, 1, 2, 3].map(at => [`drive ${at}.jpg`, { width: 200, height: 100 }])),
  });
  for (const [at, { id }] of items.entries()) {
    const box = (name: string, classId: number): object => ({
      id: name,
      type: 'bbox',
      classId,
      attributes: [],
      probability: 100,
      points: { x1: 10, y1: 10, x2: 60, y2: 50 },
      creationType: 'Manual',
    });
    await client.call('PUT', `/api/v1/project/${day.id}/item/${id}/annotation`, {
      op: crypto.randomUUID(),
      base: 0,
      data: {
        metadata: { name: `drive ${at}.jpg` },
        instances: [box('car', car!.id), ...(at < 2 ? [box('tree', tree!.id)] : [])],
        tags: [],
        comments: [],
      },
    });
  }
  const shelf = await client.call<{ data: readonly { id: number }[] }>(
    'POST',
    `/services/work-management/api/v1/categories/bulk?project_id=${day.id}`,
    { bulk: [{ name: 'Shoes' }] },
  );
  await client.call('POST', `/api/v1/project/${day.id}/items/change`, {
    selection: { item_ids: [items[0]!.id] },
    change: { kind: 'category', value: { mode: 'add', category_ids: shelf.data.map(each => each.id) } },
  });

  const { page, allow } = await site().signedIn(NORA, `/t/${site().teamId}/p/${day.id}/data`);
  allow(/409 \(Conflict\).*bring\/preview/);
  await page.getByText('drive 3.jpg').waitFor();
  const open = async (): Promise<ReturnType<typeof page.getByRole>> => {
    await page.locator('[data-item-list]').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('4 items selected').waitFor();
    await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy or move' }).click();
    return page.getByRole('dialog', { name: 'Copy or move 4 items' });
  };
  const dialog = await open();
  const projects = dialog.getByRole('combobox', { name: 'To project' });
  await projects.click();
  // One's own first, and none of another type.
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(['Day drives (this project)', 'Kept here', 'Night drives', 'Streets']);
  await projects.fill('night');
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Night drives']);
  await projects.fill('kept');
  await page.getByRole('option', { name: 'Kept here' }).click();
  await dialog
    .getByRole('alert')
    .getByText('“Kept here” stores its files in Loupe, and these items link to external files. Choose another project.')
    .waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Copy', exact: true }).isDisabled()).toBe(true);
  await projects.click();
  await page.getByRole('option', { name: 'Night drives' }).click();
  await dialog.getByRole('combobox', { name: 'To folder' }).fill('Rain');
  await page.getByRole('option', { name: 'New folder “Rain”' }).click();
  await dialog.getByText('Not in “Night drives”').waitFor();
  await expect
    .poll(() => dialog.getByRole('listitem').allTextContents())
    .toEqual(['ClassTree2 items', 'CategoryShoes1 itemLeft out. Items have no categories there.']);
  await expect.poll(() => dialog.getByRole('button', { name: 'Copy', exact: true }).isDisabled()).toBe(true);
  expect(await faults(page, 'data copy to a project')).toEqual([]);
  await dialog.getByRole('radio', { name: 'Make it in “Night drives”' }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  const done = page
    .getByRole('status')
    .filter({ hasText: '4 items copied. Category “Shoes” was left out. Items have no categories there. (1 item)' });
  await done.waitFor();

  await lead(page, `/t/${site().teamId}/p/${dark.id}/data`);
  await page.getByRole('link', { name: /Rain/ }).click();
  await page.getByText('drive 0.jpg').waitFor();
  const names = async (): Promise<readonly string[]> =>
    (await client.call<{ data: readonly { name: string }[] }>('GET', `/classes?project_id=${dark.id}`)).data.map(
      each => each.name,
    );
  expect(await names()).toEqual(['Car', 'Tree']);
  const {
    data: [copy],
  } = await client.call<{ data: readonly { id: number }[] }>(
    'GET',
    `/api/v1/project/${dark.id}/items?limit=1&sort=name`,
  );
  expect(
    (await client.annotation(dark.id, copy!.id)).document.instances.map(each => [each.id, each.className]),
  ).toEqual([
    ['car', 'Car'],
    ['tree', 'Tree'],
  ]);

  // A move, and back again.
  await lead(page, `/t/${site().teamId}/p/${day.id}/data`);
  await page.getByText('drive 3.jpg').waitFor();
  const again = await open();
  await again.getByText('Move', { exact: true }).click();
  await again.getByRole('combobox', { name: 'To project' }).click();
  await page.getByRole('option', { name: 'Night drives' }).click();
  await again.getByRole('combobox', { name: 'To folder' }).click();
  // A folder of the other project, whose list takes the place of that of this one.
  await page.getByRole('option', { name: 'Rain' }).waitFor();
  await page.getByRole('option', { name: 'Not in a folder' }).click();
  await again
    .getByText(
      'People and history do not go along. They stay with the old items, which lie under Deleted items for seven days.',
    )
    .waitFor();
  expect(await faults(page, 'data move to a project')).toEqual([]);
  await again.getByRole('button', { name: 'Move', exact: true }).click();
  const moved = page.getByRole('status').filter({ hasText: '4 items moved.' });
  await moved.waitFor();
  await page.getByText('drive 3.jpg').waitFor({ state: 'detached' });
  await moved.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('4 items brought back.').waitFor();
  await page.getByText('drive 3.jpg').waitFor();
  expect((await client.call<{ count: number }>('GET', `/api/v1/project/${dark.id}/items?limit=1`)).count).toBe(4);
});
