import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@setup-templates.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });

interface Stored {
  readonly name: string;
  readonly data: {
    readonly points: readonly { readonly x: number; readonly y: number }[];
    readonly connections: readonly (readonly number[])[];
    readonly labels: readonly string[];
  };
}

it('should draw a skeleton with the pointer and the keyboard, undo, and store it', async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Skeletons');
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/templates`);
  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Arm');
  await page.getByRole('button', { name: 'Use sample' }).click();
  const canvas = page.getByRole('group', { name: /^Drawing of/ });
  await canvas.click({ position: { x: 100, y: 100 } });
  await canvas.click({ position: { x: 200, y: 150 } });
  await page.getByText('Connect points', { exact: true }).click();
  const box = (await canvas.boundingBox())!;
  const drag = async (from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
    await page.mouse.up();
  };
  // By clicks from point to point, a second one on the last ends; then by a drag to where no point is.
  for (const [x, y] of [
    [100, 100],
    [200, 150],
    [200, 150],
  ] as const)
    await canvas.click({ position: { x, y } });
  await page.getByRole('group', { name: 'Drawing of 2 points and 1 lines' }).waitFor();
  await drag([200, 150], [300, 100]);
  await page.getByRole('group', { name: 'Drawing of 3 points and 2 lines' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('group', { name: 'Drawing of 2 points and 1 lines' }).waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByLabel('Name of point 1').fill('hand');
  await page.getByRole('button', { name: /^Point 3/ }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await wholeScreenFaults(page, 'setup templates')).toEqual([]);
  await page.getByRole('button', { name: 'Add template' }).click();
  await page.getByText('Arm is saved.').waitFor();
  const {
    data: [arm],
  } = await client.call<{ data: readonly [Stored] }>('GET', '/templates');
  expect(arm.data.connections).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(arm.data.labels).toEqual(['hand', '', '']);
  expect(arm.data.points).toHaveLength(3);
  await page.getByRole('button', { name: 'Start from a preset' }).click();
  await page.getByRole('menuitem', { name: /^Hand/ }).click();
  await page.getByRole('group', { name: 'Drawing of 21 points and 21 lines' }).waitFor();
  await page.getByRole('button', { name: 'Add template' }).click();
  await page.getByText('Hand (21 points) is saved.').waitFor();
});
