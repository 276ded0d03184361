import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { lead } from '../support/windows.ts';
import { readZip } from '../support/zip-file.ts';
import { objects, store } from './pixel-steps.ts';
import { takePicture } from './screen-checks.ts';
import { clickOn, dragOver, textReady } from './text-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@text-project.test';
const ANTON = 'anton@text-project.test';
const site = openSite(
  [
    { email: ANA, name: 'Ana North', team: 'North' },
    { email: ANTON, name: 'Anton North', team: 'North' },
  ],
  { stays: true },
);

it('should take text files in by the screen, let them be marked, and give all of it back as a download', async () => {
  const client = await site().client(ANA);
  const { id } = await client.project('Letters', 4);
  await client.classes(id, ['Person', 'Place']);
  const { page, allow } = await site().signedIn(ANA, `/t/${site().teamId}/p/${id}/data`);
  allow(/status of 422 .*broken\.txt/);
  await page.getByText('Drop texts or folders here').waitFor();
  expect(await wholeScreenFaults(page, 'text data empty')).toEqual([]);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('\ufeffDear Ada,\r\nLyon is fine. 🙂 Ada!\r\n') },
      { name: 'broken.txt', mimeType: 'text/plain', buffer: Buffer.from([0x41, 0xff, 0x42]) },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n') },
      { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
    ]);
  await page.getByText('3 texts').waitFor();
  await page.getByText(/Skipped, because text projects don’t accept them: 1 \.png/).waitFor();
  await page.getByRole('button', { name: /^Upload 3/ }).click();
  await page
    .getByText(/byte 2 is not valid/)
    .first()
    .waitFor();
  await takePicture(page, 'text upload');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'one.txt' }).first().waitFor();
  expect(await wholeScreenFaults(page, 'text data')).toEqual([]);
  await page.getByText('one.txt').first().dblclick();
  await textReady(page);
  await dragOver(page, 'Ada', { occurrence: 1 });
  await objects(page, 1);
  await store(page);
  await lead(page, `/t/${site().teamId}/p/${id}/downloads`);
  await page.getByRole('button', { name: 'New export' }).first().click();
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  expect(await wholeScreenFaults(page, 'text download')).toEqual([]);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const link = page.getByRole('link', { name: /^Download / }).first();
  const [file] = await Promise.all([page.waitForEvent('download'), link.click({ timeout: 20_000 })]);
  const files = await readZip((await file.path())!);
  const document = JSON.parse(files.get('one.txt.json')!.toString()) as {
    metadata: object;
    instances: readonly object[];
    freeText: string;
  };
  // The byte order mark is not counted, a line end is one, a sign outside the basic plane as well.
  expect(document).toMatchObject({
    metadata: { name: 'one.txt', contentLength: 31 },
    instances: [{ type: 'entity', className: 'Person', start: 26, end: 29 }],
    freeText: '',
  });
});

it('should show a text to who may not change it, and let them talk about it', async () => {
  const client = await site().client(ANA);
  const { id: project } = await client.project('Reading', 4);
  const { id: item } = await client.upload(project, 'a.txt', Buffer.from('Ada met Noor in Lyon.'));
  const [person] = await client.classes(project, ['Person']);
  const { revision } = await client.annotation(project, item);
  await client.call('PUT', `/api/v1/project/${project}/item/${item}/annotation`, {
    op: 'a'.repeat(32),
    base: revision,
    data: {
      metadata: { name: 'a.txt' },
      instances: [{ id: 'noor', type: 'entity', classId: person!.id, attributes: [], start: 8, end: 12 }],
      tags: [],
      comments: [],
    },
  });
  await client.call('POST', `/api/v1/project/${project}/share/bulk`, { users: [{ user_id: ANTON, user_role: 1 }] });
  for (const [kind, value] of [
    ['assign', ANTON],
    ['status', 3],
    ['pin', true],
  ] as const)
    await client.call('POST', `/api/v1/project/${project}/items/change`, {
      selection: { item_ids: [item] },
      change: { kind, value },
    });
  const { page } = await site().signedIn(ANTON, `/t/${site().teamId}/p/${project}/item/${item}`);
  await textReady(page);
  await page.getByText('Items in “Quality check” are read-only for your role.').waitFor();
  await dragOver(page, 'Lyon');
  await clickOn(page, 'Noor');
  await page.keyboard.press('Delete');
  await page.keyboard.press('1');
  await page.getByText('This item is read-only.').first().waitFor();
  await objects(page, 1);
  await expect.poll(() => page.locator('[data-end]').count()).toBe(0);
  await page.keyboard.press('c');
  await page.getByLabel('Comment on this object').fill('Which Noor?');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Comment: Which Noor?' }).waitFor();
  expect(await wholeScreenFaults(page, 'text read-only')).toEqual([]);
});
