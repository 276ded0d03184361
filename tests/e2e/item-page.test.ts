import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { markedPicture, PICTURE } from './picture-on-screen.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@item-page.test';
const ANTON = 'anton@item-page.test';
const site = openSite(
  [
    { email: NORA, name: 'Nora North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

const open = async (): Promise<SiteClient> => site().client(NORA);
const box = (id: string, classId: number, x: number): object => ({
  id,
  type: 'bbox',
  classId,
  attributes: [],
  points: { x1: x, y1: 60, x2: x + 160, y2: 220 },
});

it('should show all of an item: facts, history, versions drawn over the picture, and the way back', async () => {
  const client = await open();
  const { id: project } = await client.project('Flowers');
  const [flower] = await client.classes(project, ['Flower', 'Leaf']);
  const item = await client.upload(project, 'allium.png', await markedPicture());
  const save = (base: number, instances: readonly object[]): Promise<unknown> =>
    client.call('PUT', `/api/v1/project/${project}/item/${item.id}/annotation`, {
      op: randomUUID(),
      base,
      data: {
        metadata: { name: 'allium.png' },
        instances,
        tags: [],
        comments: [{ x: 10, y: 10, resolved: false, correspondence: [{ text: 'Is this <b>one</b>?', email: NORA }] }],
      },
    });
  await save(0, [box('a', flower!.id, 40)]);
  await save(1, [box('a', flower!.id, 120), box('b', flower!.id, 300)]);
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  await client.call('PUT', `/team/${site().teamId}/member`, { e_mail: ANTON, role: 4 });
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [item.id] },
    change: { kind: 'assign', value: ANTON },
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/schema?project_id=${project}`, {
    data: { Light: { type: 'string' } },
  });
  await client.call('POST', `/services/explore/api/v1/custom/metadata/item?project_id=${project}`, {
    data: { 'allium.png': { Light: 'morning' } },
  });

  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/data`);
  await page.getByText('allium.png').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByRole('heading', { name: 'allium.png' }).waitFor();
  await page.getByText('morning').waitFor();
  expect(await faults(page, 'item page facts')).toEqual([]);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText(`Assigned to ${ANTON} as Annotator`).waitFor();
  await page.getByText('Annotations saved: version 2, 2 objects').waitFor();
  await page.getByRole('tab', { name: 'Comments' }).click();
  await page.getByText('Is this <b>one</b>?').waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('img', { name: '2 differences drawn over the picture' }).waitFor();
  await page.getByRole('button', { name: /Flower · added/ }).click();
  expect(await faults(page, 'item page versions')).toEqual([]);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Version 1 is the newest again.').waitFor();
  const { document } = await client.annotation(project, item.id);
  expect(document.instances.map(each => each.id)).toEqual(['a']);

  // Who annotates sees the history of their item; somebody outside of the project does not.
  const person = await site().client(ANTON);
  const history = `/api/v1/project/${project}/item/${item.id}/history`;
  expect((await person.send('GET', history)).status).toBe(200);
  await client.call('DELETE', `/project/${project}/share/bulk`, { user_id: [ANTON] });
  expect((await person.send('GET', history)).status).toBe(404);
});

it('should draw masks of two versions over the picture', async () => {
  const client = await open();
  const { id: project } = await client.project('Leaves', 2);
  const [leaf] = await client.classes(project, ['Leaf']);
  const item = await client.upload(project, 'field.png', await markedPicture());
  const base = `/api/v1/project/${project}/item/${item.id}/annotation`;
  const color = '#00000f';
  const save = async (revision: number, left: number): Promise<void> => {
    const painted = await sharp({ create: { width: 120, height: 90, channels: 4, background: color } })
      .png()
      .toBuffer();
    const mask = await sharp({ create: { ...PICTURE, channels: 4, background: '#00000000' } })
      .composite([{ input: painted, left, top: 60 }])
      .png()
      .toBuffer();
    const { mask: hash } = await client.call<{ mask: string }>('PUT', `${base}/mask`, mask);
    await client.call('PUT', base, {
      op: randomUUID(),
      base: revision,
      data: {
        metadata: { name: 'field.png' },
        mask: hash,
        instances: [{ id: 'a', classId: leaf!.id, attributes: [], parts: [{ color }] }],
        tags: [],
        comments: [],
      },
    });
  };
  await save(0, 40);
  await save(1, 400);
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/item/${item.id}/details?tab=versions`);
  const drawing = page.getByRole('img', { name: '1 difference drawn over the picture' });
  await drawing.waitFor();
  expect(await faults(page, 'item page masks')).toEqual([]);
  // As it was and as it is, each where it lies: the middle of the ring is the middle of the mask.
  const middles = await drawing
    .locator('path[fill-rule="evenodd"]')
    .evaluateAll(paths =>
      paths.map(each => (each as SVGPathElement).getBBox()).map(box => Math.round(box.x + box.width / 2)),
    );
  expect(middles).toEqual([100, 460]);
});
