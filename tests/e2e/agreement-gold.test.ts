import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures } from './screen-checks.ts';

const [OLA, ANA] = ['ola@gold.test', 'ana@gold.test'];
const site = openSite([
  { email: OLA!, name: 'Ola North', team: 'North' },
  { email: ANA!, name: 'Ana North', team: 'North' },
]);

type Box = readonly [x1: number, y1: number, x2: number, y2: number];

it('should compare an annotator with gold items, from the mark to the differences', async () => {
  const client = await site().client(OLA!);
  const { id: project } = await client.project('Gold');
  const [car] = await client.classes(project, ['Car']);
  const store = (who: SiteClient, item: number, ...boxes: readonly Box[]): Promise<unknown> =>
    who.call('PUT', `/api/v1/project/${project}/item/${item}/annotation`, {
      op: randomUUID(),
      base: 0,
      data: {
        metadata: { name: 'street' },
        instances: boxes.map(([x1, y1, x2, y2], at) => ({
          id: `box ${at}`,
          type: 'bbox',
          classId: car!.id,
          className: car!.name,
          attributes: [],
          points: { x1, y1, x2, y2 },
        })),
        tags: [],
        comments: [],
      },
    });
  const [gold, first] = [
    await client.upload(project, 'street_01.png', await markedPicture()),
    await client.upload(project, 'street_02.png', await markedPicture()),
  ];
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANA, user_role: 1 }] });
  const place = `/t/${site().teamId}/p/${project}`;

  // A finished item is the reference, which the owner marks in the editor.
  await store(client, gold.id, [100, 100, 200, 200], [300, 100, 400, 200]);
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [gold.id] },
    change: { kind: 'status', value: 5 },
  });
  const { page } = await site().signedIn(OLA!, `${place}/item/${gold.id}`);
  await page.getByRole('tab', { name: 'Gold' }).click();
  await page.getByRole('button', { name: 'Mark as gold' }).click();
  await page.getByText('This item is gold.', { exact: false }).waitFor();
  expect(await pictures(page, 'gold panel')).toEqual([]);
  await page.getByRole('link', { name: 'Accuracy of all annotators' }).click();
  await page.getByLabel('Share of gold items').fill('50');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByText('Nobody has submitted a copy', { exact: false }).waitFor();

  // What is assigned to the annotator gets a copy beside it.
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [first.id] },
    change: { kind: 'assign', value: ANA },
  });
  const ana = await site().client(ANA!);
  const own = await ana.call<{ data: readonly { id: number; name: string }[] }>(
    'GET',
    `/api/v1/project/${project}/items`,
  );
  const copy = own.data.find(each => each.id !== first.id)!;
  expect([own.data.length, copy.name]).toEqual([2, expect.stringMatching(/^street_\d\d\.png$/)]);
  await store(ana, copy.id, [100, 100, 200, 200], [500, 300, 600, 400]);
  await ana.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: [copy.id] },
    change: { kind: 'status', value: 3 },
  });

  // The owner goes from the figure to the item and what was missed in it.
  await expect
    .poll(async () => {
      const report = await client.call<{ comparisons: readonly unknown[] }>('GET', `/api/v1/project/${project}/gold`);
      return report.comparisons.length;
    })
    .toBe(1);
  await page.reload();
  await page.getByRole('link', { name: /33 %/ }).first().click();
  await page.getByText(`Only ${ANA!}`).waitFor();
  expect(await pictures(page, 'gold page')).toEqual([]);
  await page.getByRole('link', { name: copy.name }).click();
  await pictureReady(page);
  await page.getByRole('tab', { name: 'Gold' }).click();
  await page.getByText('Missed', { exact: true }).waitFor();
  await page.getByRole('img', { name: '1 missed object of the gold item' }).waitFor();
  await page.getByRole('button', { name: /Extra/ }).click();
  expect(await pictures(page, 'gold comparison')).toEqual([]);
});
