import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { photograph } from '../support/site-client.ts';
import { wholeScreenFaults as faults } from './whole-screen.ts';

const NORA = 'nora@links.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
let base: string;

beforeAll(async () => {
  const client = await site().client(NORA);
  const { id: project } = await client.project('Streets');
  base = `/t/${site().teamId}/p/${project}`;
  const [car] = await client.classes(project, ['Car']);
  const { id } = await client.upload(project, 'street.jpg', await photograph('dust-bowl-home'));
  const instance = {
    id: randomUUID(),
    type: 'bbox',
    classId: car!.id,
    attributes: [],
    points: { x1: 40, y1: 60, x2: 200, y2: 220 },
  };
  await client.call('PUT', `/api/v1/project/${project}/item/${id}/annotation`, {
    op: randomUUID(),
    base: 0,
    data: { metadata: { name: 'street.jpg' }, instances: [instance], tags: [], comments: [] },
  });
}, 120_000);

it('should show a project behind a password to somebody without an account, until the link is revoked', async () => {
  const { page } = await site().signedIn(NORA, `${base}/setup/public-links`);
  await page.getByRole('button', { name: 'New link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New link' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a long secret');
  expect(await faults(page, 'public links dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('row', { name: /Streets/ }).waitFor();
  await page.getByRole('button', { name: 'Actions of Streets' }).click();
  const url = (await page.getByRole('menuitem', { name: 'Open' }).getAttribute('href'))!;
  expect(await faults(page, 'public links')).toEqual([]);

  const { page: guest, allow } = await site().visit();
  // The browser reports calls that were refused.
  allow(/status of 40[134]/);
  await guest.goto(new URL(new URL(url).pathname, site().url).href);
  await guest.getByRole('textbox', { name: 'Password' }).fill('wrong password');
  await guest.getByRole('button', { name: 'Open' }).click();
  await guest.getByText('The password is wrong.').waitFor();
  expect(await faults(guest, 'public link password')).toEqual([]);
  await guest.getByRole('textbox', { name: 'Password' }).fill('a long secret');
  await guest.getByRole('button', { name: 'Open' }).click();
  await guest.getByRole('heading', { name: 'Streets' }).waitFor();
  expect(await faults(guest, 'public link items')).toEqual([]);
  await guest.getByRole('link', { name: 'street.jpg' }).click();
  await guest.getByRole('img', { name: '1 annotation drawn over the picture' }).waitFor();
  await guest.getByText('Car').waitFor();
  expect(await faults(guest, 'public link item')).toEqual([]);

  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No public links yet.').waitFor();
  await guest.reload();
  await guest.getByText('This link is not available.').waitFor();
});
