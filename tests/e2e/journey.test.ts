import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { artifact } from '../support/artifacts.ts';
import { openSite } from '../support/browser.ts';
import { photograph } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { readZip } from '../support/zip-file.ts';
import { drawBox, drawPolygon, pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { takePicture } from './screen-checks.ts';

const OLIVE = 'olive@journey.test';
const QUINN = 'quinn@journey.test';
const site = openSite([
  { email: OLIVE, name: 'Olive North', team: 'North' },
  { email: QUINN, name: 'Quinn Reviewer', team: 'North' },
]);

/** A folder as a camera leaves it: a real photograph and one picture whose pixels we know. */
async function folderOfPhotos(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'loupe-photos-')), 'photos');
  await mkdir(folder);
  await writeFile(join(folder, 'field.png'), await markedPicture());
  await writeFile(join(folder, 'flowers.jpg'), await photograph('allium-oreophilum'));
  return folder;
}

/** Prepares a download on the page of downloads and opens the archive that comes. */
async function download(page: Page, format: 'JSON' | 'COCO'): Promise<ReadonlyMap<string, Buffer>> {
  const known = await page.getByRole('link', { name: /^Download / }).count();
  await page.getByRole('button', { name: 'New export' }).first().click();
  await page.getByLabel('Format', { exact: true }).first().click();
  await page.getByRole('option', { name: format, exact: true }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const links = page.getByRole('link', { name: /^Download / });
  await expect.poll(() => links.count()).toBe(known + 1);
  const [file] = await Promise.all([page.waitForEvent('download'), links.first().click()]);
  const path = artifact(`journey-${format}.zip`);
  await file.saveAs(path);
  return readZip(path);
}

const json = <T>(files: ReadonlyMap<string, Buffer>, found: (name: string) => boolean): T => {
  const [, bytes] = [...files].find(([name]) => found(name)) ?? [];
  if (bytes === undefined) throw new Error(`Not in the archive, which holds ${[...files.keys()].join(', ')}`);
  return JSON.parse(bytes.toString('utf8')) as T;
};

interface Drawn {
  readonly type: string;
  readonly className: string;
  readonly points: {
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
  } & readonly number[];
}

/** Expects each number within half a pixel. */
function expectClose(found: readonly number[], drawn: readonly number[]): void {
  expect(found).toHaveLength(drawn.length);
  const off = found.map((each, index) => Math.abs(each - drawn[index]!));
  expect(
    Math.max(...off),
    `${found.join()} instead of ${drawn.map(each => each.toFixed(2)).join()}`,
  ).toBeLessThanOrEqual(0.5);
}

it('should lead a person from an empty page to downloaded annotations', async () => {
  const { page } = await site().signedIn(OLIVE);

  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Garden');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: 'Garden' }).waitFor();

  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).first().click();
  await (await picker).setFiles(await folderOfPhotos());
  await page.getByRole('button', { name: 'Upload 2' }).click();
  await page.getByRole('status').filter({ hasText: '2 of 2 uploaded' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: /field\.png/ }).waitFor();

  await page.getByRole('link', { name: 'Setup' }).click();
  await page.getByRole('link', { name: 'Classes' }).click();
  for (const name of ['Flower', 'Leaf']) {
    await page.getByRole('button', { name: /^New/ }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Add class' }).click();
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor();
  }

  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await page.getByRole('link', { name: 'field.png' }).click();
  const placement = await pictureReady(page);
  await page.keyboard.press('b');
  await page.keyboard.press('1');
  const box = await drawBox(page, placement, [80, 60], [310, 240]);
  await page.keyboard.press('p');
  await page.keyboard.press('2');
  const polygon = await drawPolygon(page, placement, [
    [420, 90],
    [700, 130],
    [660, 380],
    [500, 420],
    [390, 250],
  ]);
  await takePicture(page, 'journey drawn');
  await page.keyboard.press('Control+s');

  const client = await site().client(OLIVE);
  const address = /\/p\/(\d+)\/item\/(\d+)/.exec(page.url())!;
  const [projectId, itemId] = [Number(address[1]), Number(address[2])];
  await expect.poll(async () => (await client.annotation(projectId, itemId)).document.instances.length).toBe(2);

  // The reviewer is let into the project before there is work for them.
  await client.call('POST', `/api/v1/project/${projectId}/share/bulk`, { users: [{ user_id: QUINN, user_role: 2 }] });
  await client.call('POST', `/api/v1/project/${projectId}/items/change`, {
    selection: { item_ids: [itemId] },
    change: { kind: 'assign', value: QUINN },
  });

  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: /Quality check/i }).click();
  await page
    .getByRole('button', { name: 'Status' })
    .filter({ hasText: /Quality check/i })
    .waitFor();

  const { page: review } = await site().signedIn(QUINN, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  await pictureReady(review);
  await review.getByRole('button', { name: 'Status' }).click();
  await review.getByRole('menuitem', { name: /Complete/ }).click();
  // A reviewer does not see completed items (roles and permissions, section 11): the editor goes on, here back to the
  // list.
  await expect.poll(() => new URL(review.url()).pathname).not.toContain(`/item/${itemId}`);
  await expect
    .poll(
      async () =>
        (await client.call<{ annotation_status: number }>('GET', `/api/v1/project/${projectId}/item/${itemId}`))
          .annotation_status,
    )
    .toBe(5);
  await takePicture(review, 'journey reviewed');

  await lead(page, `/t/${site().teamId}/p/${projectId}/downloads`);
  const own = await download(page, 'JSON');
  expect([...own.keys()]).toEqual(expect.arrayContaining([expect.stringMatching(/classes\.json$/)]));
  const classes = json<readonly { name: string }[]>(own, name => name.endsWith('classes.json'));
  expect(classes.map(each => each.name)).toEqual(['Flower', 'Leaf']);
  const document = json<{ metadata: { name: string; status: string }; instances: readonly Drawn[] }>(own, name =>
    name.endsWith('field.png.json'),
  );
  expect(document.metadata).toMatchObject({ name: 'field.png', status: 'Completed' });
  const [first, second] = document.instances;
  expect([first?.type, first?.className, second?.type, second?.className]).toEqual([
    'bbox',
    'Flower',
    'polygon',
    'Leaf',
  ]);
  expectClose([first!.points.x1, first!.points.y1, first!.points.x2, first!.points.y2], box.flat());
  expectClose(second!.points, polygon.flat());

  const coco = await download(page, 'COCO');
  const file = json<{
    images: readonly { id: number; file_name: string }[];
    categories: readonly { name: string }[];
    annotations: readonly { image_id: number; bbox: readonly number[]; segmentation: readonly (readonly number[])[] }[];
  }>(coco, name => name.endsWith('coco.json') || name.endsWith('instances.json') || name.endsWith('annotations.json'));
  expect(file.categories.map(each => each.name)).toEqual(expect.arrayContaining(['Flower', 'Leaf']));
  const image = file.images.find(each => each.file_name.endsWith('field.png'))!;
  const shapes = file.annotations.filter(each => each.image_id === image.id);
  expect(shapes).toHaveLength(2);
  const [[x1, y1], [x2, y2]] = box;
  expectClose(shapes[0]!.bbox, [x1, y1, x2 - x1, y2 - y1]);
  expectClose(shapes.find(each => each.segmentation[0]?.length === 10)!.segmentation[0]!, polygon.flat());
});
