import { expect, it } from 'vitest';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { submitCopy } from './agreement-steps.ts';
import { drawBox, pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures, screenFaults } from './screen-checks.ts';

const [OLA, ANA, BEN] = ['ola@agreement.test', 'ana@agreement.test', 'ben@agreement.test'];
const site = openSite([
  { email: OLA!, name: 'Ola North', team: 'North' },
  { email: ANA!, name: 'Ana North', team: 'North' },
  { email: BEN!, name: 'Ben North', team: 'North' },
]);

const box = (email: string, classId: number, left: number): object => ({
  id: newId(),
  type: 'bbox',
  classId,
  attributes: [],
  probability: 100,
  points: { x1: left, y1: 100, x2: left + 100, y2: 200 },
  creationType: 'Manual',
  createdBy: { email, role: 'Annotator' },
});

it('should let two people annotate an item without seeing each other, and a reviewer take the best of each', async () => {
  const client = await site().client(OLA!);
  const { id: project } = await client.project('Agreement');
  const [car] = await client.classes(project, ['Car']);
  const { id: item } = await client.upload(project, 'a.png', await markedPicture());
  await client.upload(project, 'b.png', await markedPicture());
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, {
    users: [
      { user_id: ANA, user_role: 1 },
      { user_id: BEN, user_role: 1 },
    ],
  });

  // The owner asks for two people an item, and gives both items to them.
  const { page } = await site().signedIn(OLA!, `/t/${site().teamId}/p/${project}/setup/agreement`);
  await page.getByText('No item was annotated by several people yet.', { exact: false }).waitFor();
  await page.getByRole('switch', { name: 'Several people annotate each item' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await pictures(page, 'agreement rule')).toEqual([]);
  await lead(page, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('a.png').first().waitFor();
  await page.locator('[data-item-list]').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Assign for consensus…' }).click();
  const dialog = page.getByRole('dialog', { name: /Assign 2 items/ });
  await dialog.getByRole('combobox', { name: 'People' }).click();
  await page.getByRole('option', { name: ANA! }).click();
  await page.getByRole('option', { name: BEN! }).click();
  await page.keyboard.press('Escape');
  expect(await screenFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('4 copies assigned.').waitFor();

  await submitCopy(await site().client(ANA!), project, item, {
    metadata: { name: 'a.png' },
    instances: [100, 300].map(left => box(ANA!, car!.id, left)),
    tags: [],
    comments: [],
  });
  const { page: bens } = await site().signedIn(BEN!, `/t/${site().teamId}/p/${project}/item/${item}`);
  const placement = await pictureReady(bens);
  await expect.poll(() => bens.getByRole('listbox', { name: 'Objects' }).count()).toBe(0);
  await drawBox(bens, placement, [110, 100], [210, 200]);
  await drawBox(bens, placement, [500, 300], [600, 400]);
  await bens.keyboard.press('v');
  await bens.keyboard.press('Control+Enter');
  await bens.getByText('Everyone has submitted; sent to review.').waitFor();
  // The next copy to finish is opened by itself.
  await bens.getByText('b.png', { exact: true }).first().waitFor();
  await bens.getByText('Your own copy · 0 of 2').waitFor();
  expect(await pictures(bens, 'agreement own copy')).toEqual([]);
  await bens.getByRole('button', { name: 'Submit' }).click();
  await bens.getByText('Submitted (1 of 2).').waitFor();
  await bens.getByText('You have submitted this item. 1 of 2 people have.').waitFor();

  // The reviewer sees what each made, and takes it over piece by piece.
  await lead(page, `/t/${site().teamId}/p/${project}/item/${item}`);
  await pictureReady(page);
  await page.getByRole('tab', { name: 'Agreement' }).click();
  const pieces = page.getByRole('listbox', { name: 'Pieces' });
  await pieces.getByRole('option').nth(2).waitFor();
  await expect.poll(() => pieces.getByRole('option').count()).toBe(3);
  expect(await pictures(page, 'agreement pieces')).toEqual([]);
  await pieces.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Objects 1' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Objects 2' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Backspace');
  await page.getByRole('tab', { name: 'Objects 1' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('tab', { name: 'Objects 2' }).waitFor();
  await page.getByText('Not taken', { exact: true }).click();
  await expect.poll(() => pieces.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  const stored = await client.call<{ document: { instances: readonly { createdBy: { email: string } }[] } }>(
    'GET',
    `/api/v1/project/${project}/item/${item}/annotation`,
  );
  expect(stored.document.instances.map(each => each.createdBy.email)).toEqual([ANA, ANA]);

  await lead(page, `/t/${site().teamId}/p/${project}/setup/agreement`);
  await page.getByText('1 of 2', { exact: true }).waitFor();
  expect(await pictures(page, 'agreement report')).toEqual([]);
}, 120_000);
