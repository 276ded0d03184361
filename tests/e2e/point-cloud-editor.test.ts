import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openSite } from '../support/browser.ts';
import { kittiScan } from './kitti-scan.ts';
import { drawn, pictures } from './screen-checks.ts';

const PIA = 'pia@point-cloud-editor.test';
const site = openSite([{ email: PIA, name: 'Pia North', team: 'North' }], { stays: true });
const SCAN = '../shared/data/point_cloud/kitti_000001/velodyne/000001.bin';

interface Box {
  readonly size: object;
  readonly rotation: { readonly z: number };
}

/** Labels points of the open scan by lasso, around a crop as well, and takes the labels back. */
async function labelPoints(page: Page, segments: () => Promise<unknown>): Promise<void> {
  const box = (await page.locator('[data-stage]').boundingBox())!;
  await page.keyboard.press('Shift+A');
  await page.getByText('0 of 120,268 points labelled').waitFor();
  const labelled = page.getByText(/^[1-9][\d,]* of 120,268 points labelled$/);
  /** Drags through places of the stage, as shares of its sides. */
  const drag = async ([first, ...others]: readonly (readonly [number, number])[]): Promise<void> => {
    await page.mouse.move(box.x + box.width * first![0], box.y + box.height * first![1]);
    await page.mouse.down();
    for (const [x, y] of others) await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 4 });
    await page.mouse.up();
  };
  const outline = [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.6, 0.6],
    [0.4, 0.6],
  ] as const;
  await drag(outline);
  await labelled.waitFor();
  const all = parseInt((await labelled.textContent())!.replaceAll(',', ''), 10);
  await page.keyboard.press('Control+s');
  await expect.poll(segments).toMatchObject([{ type: 'segment', className: 'Car', instanceId: 0 }]);

  await page.getByRole('button', { name: 'Highlight unlabelled' }).click();
  await page.keyboard.press('Control+z');
  await page.getByText('0 of 120,268 points labelled').waitFor();

  await page.keyboard.press('Shift+C');
  await drag([
    [0.45, 0.45],
    [0.55, 0.55],
  ]);
  const uncrop = page.getByRole('button', { name: 'Remove the crop' });
  await uncrop.waitFor();
  await page.keyboard.press('Shift+A');
  await drag(outline);
  await labelled.waitFor();
  expect(parseInt((await labelled.textContent())!.replaceAll(',', ''), 10)).toBeLessThan(all);
  await uncrop.click();
  await uncrop.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.getByText('0 of 120,268 points labelled').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(segments).toEqual([]);
}

it.skipIf(!existsSync(SCAN))(
  'should show an uploaded scan, store a cuboid that is drawn and changed in numbers, and label points by lasso',
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
    await page.keyboard.press('Escape');
    await labelPoints(page, async () => (await stored()).filter(each => each['type'] === 'segment'));
  },
);

it('should show a box in all frames of a sequence, and change it in each of them', async () => {
  const client = await site().client(PIA);
  const { id: projectId } = await client.project('Drive', 7);
  const [Car] = await client.classes(projectId, ['Car']);
  const zip = new ZipFile();
  for (let frame = 0; frame < 8; frame += 1) zip.addBuffer(kittiScan(frame), `00000${frame}.bin`);
  zip.end();
  const { id: itemId } = await client.upload(projectId, 'drive.zip', await buffer(zip.outputStream));
  const key = {
    timestamp: 0,
    position: { x: 8, y: 0, z: -0.85 },
    size: { x: 4.4, y: 2, z: 1.7 },
    rotation: { x: 0, y: 0, z: 0 },
  };
  const car = {
    id: 'car-1',
    type: 'cuboid',
    classId: Car!.id,
    className: 'Car',
    trackingId: 'car-1',
    attributes: [],
    start: 0,
    end: 700_000,
    parameters: [{ start: 0, end: 700_000, timestamps: [key, { ...key, timestamp: 700_000, hold: true }] }],
  };
  await client.call('PUT', `/api/v1/project/${projectId}/item/${itemId}/annotation`, {
    op: randomUUID(),
    base: 0,
    data: { metadata: { name: 'drive.zip' }, instances: [car], tags: [], comments: [] },
  });
  const { page } = await site().signedIn(PIA, `/t/${site().teamId}/p/${projectId}/item/${itemId}`);
  await page.getByText(/^[1-9][\d,]* of [\d,]+ points$/).waitFor();
  await page.keyboard.press('2');

  await page.getByRole('button', { name: 'All frames' }).click();
  await page.getByText('Car: 8 frames, 1 key frame', { exact: true }).waitFor();
  const cell = (number: number): Locator =>
    page.getByRole('region', { name: new RegExp(`^Frame ${number}(, key frame)?$`) });
  const views = async (number: number): Promise<{ x: number; y: number; width: number; height: number }> => {
    await cell(number).scrollIntoViewIfNeeded();
    return (await cell(number).getByRole('img').boundingBox())!;
  };
  // The car has gone six metres by the seventh frame; from the side, ahead is on the right.
  const seventh = await views(7);
  const side = { x: seventh.x + seventh.width * 0.71, y: seventh.y + seventh.height / 2 };
  await page.mouse.move(side.x, side.y);
  await page.mouse.down();
  await page.mouse.move(side.x + 40, side.y, { steps: 3 });
  await page.mouse.move(side.x + 60, side.y, { steps: 3 });
  await page.mouse.up();
  await page.getByText('Car: 8 frames, 2 key frames', { exact: true }).waitFor();
  await cell(7).and(page.locator('[aria-current="true"]')).waitFor();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Make frame 4 a key frame' }).click();
  await page.getByText('Car: 8 frames, 3 key frames', { exact: true }).waitFor();
  // Keys act in the view under the pointer: from above a box turns about its upright axis.
  const above = await views(4);
  await page.mouse.click(above.x + above.width * 0.2, above.y + above.height / 2);
  await page.keyboard.press('q');
  await page.keyboard.press('Control+s');
  interface Track {
    readonly parameters: readonly {
      readonly timestamps: readonly {
        readonly timestamp: number;
        readonly hold?: boolean;
        readonly position: { readonly x: number; readonly y: number };
        readonly rotation: { readonly z: number };
      }[];
    }[];
  }
  const keys = async (): Promise<Track['parameters'][number]['timestamps']> => {
    const [track] = (await client.annotation(projectId, itemId)).document.instances as unknown as readonly Track[];
    return track?.parameters.flatMap(each => each.timestamps).filter(each => each.hold !== true) ?? [];
  };
  await expect.poll(async () => (await keys()).map(each => each.timestamp)).toEqual([0, 300_000, 600_000]);
  await expect.poll(async () => (await keys())[1]!.rotation.z).toBeCloseTo(Math.PI / 180, 4);
  const [first, , last] = await keys();
  expect([first!.position.x, first!.rotation.z]).toEqual([8, 0]);
  expect(last!.position.x).toBeGreaterThan(8.5);
  expect(last!.position.y).toBeCloseTo(0, 6);
  await drawn(page);
  expect(await pictures(page, 'point cloud batch')).toEqual([]);

  // Enter opens the frame in the scan.
  await cell(6).getByText('Frame 6', { exact: true }).click();
  await page.keyboard.press('Enter');
  await page.getByText('6 / 8').waitFor();
  await page.getByRole('region', { name: 'Box', exact: true }).waitFor();
});
