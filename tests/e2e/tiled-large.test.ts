import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { drawn, pictures } from './screen-checks.ts';

const LARS = 'lars@tiled-large.test';
const site = openSite([{ email: LARS, name: 'Lars North', team: 'North' }]);

/** Objects in a grid, 14 pixels apart, and one of their own in the corner at the bottom. */
const [ACROSS, STEP, SIDE] = [200, 14, 8];
const COUNT = 20_001;
const LONE = `n${COUNT - 1}`;

it('should load a large document by viewport, list all of it, and save one object alone', async () => {
  const client = await site().client(LARS);
  const { id: projectId } = await client.project('Nuclei', 5);
  await client.classes(projectId, ['Nucleus']);
  const slide = await sharp({ create: { width: 3100, height: 3100, channels: 3, background: '#d8c8d4' } })
    .jpeg()
    .toBuffer();
  const { id: itemId } = await client.upload(projectId, 'slide.jpg', slide);
  const instances = Array.from({ length: COUNT }, (_, at) => {
    const [x, y] = at === COUNT - 1 ? [3000, 3000] : [(at % ACROSS) * STEP + 5, Math.floor(at / ACROSS) * STEP + 5];
    const points = [x, y, x + SIDE, y, x + SIDE, y + SIDE, x, y + SIDE];
    return { id: `n${at}`, type: 'polygon', className: 'Nucleus', classId: -1, attributes: [], points };
  });
  const path = `/api/v1/project/${projectId}/item/${itemId}/annotation`;
  const data = { metadata: { name: 'slide.jpg', width: 3100, height: 3100 }, instances, tags: [], comments: [] };
  await client.call('PUT', path, { op: randomUUID(), base: 0, data });

  const { page, allow } = await site().signedIn(
    LARS,
    `/t/${site().teamId}/p/${projectId}/item/${itemId}?view=3000,3000,2`,
  );
  const notice = page.getByRole('status', { name: 'Large document' });
  // Prepared once, then loaded around the view: one object of all.
  await expect.poll(() => notice.textContent(), { timeout: 60_000 }).toContain(`1 of ${COUNT.toLocaleString('en')}`);
  await page.getByRole('button', { name: /^Box/ }).waitFor();
  await drawn(page);

  // Selected, moved and saved by itself.
  const box = (await page.locator('[data-stage]').boundingBox())!;
  await page.mouse.click(box.x + box.width / 2 + 8, box.y + box.height / 2 + 8);
  await page.keyboard.press('ArrowRight');
  const saved = page.waitForRequest(request => request.method() === 'PATCH' && request.url().endsWith('/objects'));
  await page.keyboard.press('Control+s');
  expect((await saved).postDataJSON().patches).toHaveLength(1);
  const stored = async (id: string): Promise<readonly number[]> => {
    const { objects } = await client.call<{ objects: { instance: { points: number[] } }[] }>(
      'POST',
      `${path}/objects/read`,
      { ids: [id] },
    );
    return objects[0]!.instance.points;
  };
  await expect.poll(async () => (await stored(LONE))[0]).toBe(3001);

  // Somebody else moves the same object: a person chooses, and nothing is lost.
  const { revision } = await client.call<{ revision: number }>('POST', `${path}/objects/read`, { ids: [] });
  const after = { ...instances.at(-1), points: [2990, 2990, 2998, 2990, 2998, 2998] };
  const patches = [{ collection: 'instances', id: LONE, after }];
  allow(/status of 409/);
  await client.call('PATCH', `${path}/objects`, { op: randomUUID(), base: revision, patches });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog', { name: 'Somebody else changed the same objects' }).waitFor();
  await page.getByRole('button', { name: 'All mine' }).click();
  await page.getByRole('button', { name: 'Keep these and save' }).click();
  await expect.poll(async () => (await stored(LONE))[0]).toBe(3002);

  // Far away in the list of all objects, and scrolled into view.
  await page.getByRole('tab', { name: /^All objects/ }).click();
  await page.getByRole('textbox', { name: 'Search by id or value' }).fill('n12345');
  const entry = page.getByRole('list', { name: 'Stored objects' }).getByRole('button');
  await expect.poll(() => entry.count()).toBe(1);
  await entry.click();
  await expect.poll(() => entry.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');

  // From afar it shows how many objects are where.
  await page.locator('[data-stage]').hover();
  await page.keyboard.press('Home');
  await expect.poll(() => notice.textContent()).toContain('Zoom in to see the objects one by one');
  expect(await pictures(page, 'large tiled document')).toEqual([]);
});
