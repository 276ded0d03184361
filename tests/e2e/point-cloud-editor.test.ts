import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawn, pictures } from './screen-checks.ts';

const PIA = 'pia@point-cloud-editor.test';
const site = openSite([{ email: PIA, name: 'Pia North', team: 'North' }]);
const SCAN = '../shared/data/point_cloud/kitti_000001/velodyne/000001.bin';

interface Box {
  readonly size: object;
  readonly rotation: { readonly z: number };
}

it.skipIf(!existsSync(SCAN))(
  'should show an uploaded scan, and store a cuboid that is drawn and changed in numbers',
  async () => {
    const client = await site().client(PIA);
    const { id: projectId } = await client.project('Street', 7);
    await client.classes(projectId, ['Car', 'Pedestrian']);
    const { id: itemId } = await client.upload(projectId, '000001.bin', readFileSync(SCAN));
    const { page } = await site().signedIn(PIA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
    await page.getByText(/^[1-9][\d,]* of [\d,]+ points$/).waitFor();
    const box = (await page.locator('[data-stage]').boundingBox())!;
    const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];

    await page.keyboard.press('b');
    await page.mouse.move(...at(0.45, 0.4));
    await page.mouse.down();
    await page.mouse.move(...at(0.49, 0.45), { steps: 4 });
    await page.mouse.up();
    await page.getByRole('region', { name: 'Box' }).waitFor();
    const length = page.getByRole('textbox', { name: 'Length' });
    await length.fill('4.5');
    await length.blur();
    await page.keyboard.press('Control+s');
    const stored = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
      (await client.annotation(projectId, itemId)).document.instances as never;
    await expect.poll(async () => (await stored())[0]?.['size']).toMatchObject({ x: 4.5 });
    expect(await stored()).toMatchObject([{ type: 'cuboid', className: 'Car' }]);

    // Two clicks: its place, and its heading.
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await page.mouse.click(...at(0.25, 0.3));
    await page.mouse.move(...at(0.22, 0.3), { steps: 2 });
    await page.mouse.click(...at(0.2, 0.3));
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await stored()).length).toBe(2);
    // To the left on the screen is to the left of the scanner, and its size is that of its class.
    const [first, second] = (await stored()) as unknown as readonly Box[];
    expect(second!.rotation.z).toBeCloseTo(Math.PI / 2, 1);
    expect(second!.size).toEqual(first!.size);

    await page.reload();
    await page.getByText(/^[1-9][\d,]* of [\d,]+ points$/).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('region', { name: 'Box' }).waitFor();
    await expect.poll(() => length.inputValue()).toBe('4.5');
    await drawn(page);
    expect(await pictures(page, 'point cloud editor')).toEqual([]);
  },
);

it.skipIf(!existsSync(SCAN))('should label points by lasso, store them, and take the labels back', async () => {
  const client = await site().client(PIA);
  const { id: projectId } = await client.project('Labels', 7);
  await client.classes(projectId, ['Road']);
  const { id: itemId } = await client.upload(projectId, '000001.bin', readFileSync(SCAN));
  const { page } = await site().signedIn(PIA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  await page.getByText(/^[1-9][\d,]* of [\d,]+ points$/).waitFor();
  const box = (await page.locator('[data-stage]').boundingBox())!;
  await page.keyboard.press('Shift+A');
  await page.getByText('0 of 120,268 points labelled').waitFor();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4);
  await page.mouse.down();
  for (const [x, y] of [
    [0.6, 0.4],
    [0.6, 0.6],
    [0.4, 0.6],
  ] as const)
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 4 });
  await page.mouse.up();
  await page.getByText(/^[1-9][\d,]* of 120,268 points labelled$/).waitFor();
  await page.keyboard.press('Control+s');
  const segmentation = async (): Promise<unknown> =>
    ((await client.annotation(projectId, itemId)).document as unknown as Readonly<Record<string, unknown>>)[
      'instances'
    ];
  await expect.poll(segmentation).toMatchObject([{ type: 'segment', className: 'Road', instanceId: 0 }]);

  await page.getByRole('button', { name: 'Highlight unlabelled' }).click();
  await page.keyboard.press('Control+z');
  await page.getByText('0 of 120,268 points labelled').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(segmentation).toEqual([]);
});
