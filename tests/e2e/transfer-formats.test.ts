import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { artifact } from '../support/artifacts.ts';
import { openSite } from '../support/browser.ts';
import { readZip } from '../support/zip-file.ts';
import { pictures } from './screen-checks.ts';

const OLIVE = 'olive@transfer-formats.test';
const site = openSite([{ email: OLIVE, name: 'Olive North', team: 'North' }], { stays: true });
const [width, height] = [320, 200];

const task = `<annotations><version>1.1</version><meta><task><labels><label><name>Car</name><color>#2090f4</color><attributes><attribute><name>State</name><input_type>select</input_type><values>Parked
Moving</values></attribute></attributes></label><label><name>Road</name><color>#00a800</color><attributes></attributes></label></labels></task></meta>
<image id="0" name="street.png" width="${width}" height="${height}">
<box label="Car" xtl="10" ytl="20" xbr="110" ybr="90" occluded="0"><attribute name="State">Moving</attribute></box>
<box label="Car" xtl="150" ytl="60" xbr="230" ybr="100" rotation="20" occluded="1"></box>
<polygon label="Road" points="5,150;300,140;310,195;2,190" group_id="3"></polygon>
<polyline label="Road" points="5,120;300,110"></polyline>
</image>
<image id="1" name="gone.png" width="10" height="10"><box label="Car" xtl="1" ytl="1" xbr="5" ybr="5"></box></image>
</annotations>`;

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The form of a new download for a format; its report is shown when it resolves. */
async function formFor(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: 'New export' }).first().click();
  await choose(page, 'Format', format);
  await page
    .getByRole('region', { name: `Not supported by ${format}` })
    .getByText('In these items')
    .waitFor();
}

async function download(page: Page, name: string): Promise<ReadonlyMap<string, Buffer>> {
  const known = await page.getByRole('link', { name: /^Download / }).count();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const links = page.getByRole('link', { name: /^Download / });
  await expect.poll(() => links.count()).toBe(known + 1);
  const [file] = await Promise.all([page.waitForEvent('download'), links.first().click()]);
  const path = artifact(name);
  await file.saveAs(path);
  return readZip(path);
}

it('should read what another tool wrote after showing what it would do, and write another format with what it loses', async () => {
  const client = await site().client(OLIVE);
  const { id } = await client.project('Street');
  await client.upload(
    id,
    'street.png',
    await sharp({ create: { width, height, channels: 3, background: '#446677' } })
      .png()
      .toBuffer(),
  );
  const file = join(await mkdtemp(join(tmpdir(), 'loupe-task-')), 'annotations.xml');
  await writeFile(file, task);

  const { page } = await site().signedIn(OLIVE, `/t/${site().teamId}/p/${id}/downloads`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'New export' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Import annotations');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import annotations' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('image gone.png was not found').waitFor();
  await expect.poll(() => dialog.getByLabel('Format', { exact: true }).first().inputValue()).toBe('CVAT');
  expect(await pictures(page, 'transfer import cvat')).toEqual([]);

  // Reading it as something else finds nothing to import, and the person goes back.
  await choose(page, 'Format', 'LabelMe');
  await dialog.getByText('There is nothing to import.').waitFor();
  await choose(page, 'Format', 'CVAT');
  await dialog.getByText('image gone.png was not found').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('1 item annotated').waitFor();
  expect(await pictures(page, 'transfer imported')).toEqual([]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await formFor(page, 'Pascal VOC');
  await page.getByText('1 polygon was written as its box').waitFor();
  await choose(page, 'Task', 'Boxes and masks');
  await page.getByText('1 polygon was written as its box').waitFor({ state: 'hidden' });
  await page.getByText('1 polyline was written as its box').waitFor();
  await page.setViewportSize({ width: 1024, height: 768 });
  expect(await pictures(page, 'transfer export voc 1024')).toEqual([]);
  const files = await download(page, 'transfer-voc.zip');
  expect(files.get('Annotations/street.xml')!.toString()).toContain('<xmin>10</xmin>');
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['SegmentationClass/street.png', 'SegmentationObject/street.png', 'labelmap.txt']),
  );
  expect(files.get('report.txt')!.toString()).toContain('1 polyline was written as its box');
  await page.getByText('Ready, with losses').first().hover();
  await page.getByText('Not supported by Pascal VOC').waitFor();
  await page.mouse.move(1, 1);
  await page.getByText('Not supported by Pascal VOC').waitFor({ state: 'hidden' });
  expect(await pictures(page, 'transfer downloads 1024')).toEqual([]);
});

const voc = (name: string, labels: readonly string[]): string =>
  `<annotation><filename>${name}</filename><size><width>${width}</width><height>${height}</height><depth>3</depth></size>${labels
    .map(
      (label, at) =>
        `<object><name>${label}</name><bndbox><xmin>${10 + at * 60}</xmin><ymin>20</ymin><xmax>${60 + at * 60}</xmax><ymax>90</ymax></bndbox></object>`,
    )
    .join('')}</annotation>`;

it('should import several files from the Upload menu with their classes mapped, and undo that', async () => {
  const client = await site().client(OLIVE);
  const { id } = await client.project('Mapped');
  await client.classes(id, ['Car', 'Person']);
  for (const name of ['a.png', 'b.png'])
    await client.upload(
      id,
      name,
      await sharp({ create: { width, height, channels: 3, background: '#667744' } })
        .png()
        .toBuffer(),
    );
  const folder = await mkdtemp(join(tmpdir(), 'loupe-voc-'));
  const files = [join(folder, 'a.xml'), join(folder, 'b.xml')];
  await writeFile(files[0]!, voc('a.png', ['car', 'dog', 'dog']));
  await writeFile(files[1]!, voc('b.png', ['car', 'sheep']));

  const { page } = await site().signedIn(OLIVE, `/t/${site().teamId}/p/${id}/data`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('menuitem', { name: 'Import annotations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import annotations' });
  await dialog.locator('input[type=file]').setInputFiles(files);
  await dialog.getByText('2 items will be annotated (5 objects).').waitFor();
  await expect.poll(() => dialog.getByLabel('Import car as').inputValue()).toBe('Car');
  await dialog.getByLabel('Import dog as').click();
  await page.getByRole('option', { name: 'Don’t import' }).click();
  await dialog.getByText('2 items will be annotated (3 objects).').waitFor();
  await dialog.getByLabel('Name of the new class for sheep').fill('Lamb');
  await dialog.getByText('1 class will be created.').waitFor();
  expect(await pictures(page, 'transfer import classes')).toEqual([]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('3 objects imported').waitFor();
  const names = async (): Promise<readonly string[]> =>
    (await client.call<{ data: readonly { name: string }[] }>('GET', `/classes?project_id=${id}`)).data.map(
      each => each.name,
    );
  expect(await names()).toEqual(['Car', 'Person', 'Lamb']);
  await page.getByRole('img', { name: '2 objects' }).waitFor();

  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await page
    .getByRole('dialog', { name: /^Undo the import/ })
    .getByRole('button', { name: 'Undo import' })
    .click();
  await dialog.getByText('2 items restored to the annotations before the import').waitFor();
  expect(await names()).toEqual(['Car', 'Person']);
  expect(await pictures(page, 'transfer import undone')).toEqual([]);
});
