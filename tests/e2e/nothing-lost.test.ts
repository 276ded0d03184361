import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';
import { hasTurn } from '../support/run-plan.ts';
import type { SiteClient } from '../support/site-client.ts';
import { drawBox, killed, pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures, takePicture } from './screen-checks.ts';

const ANA = 'ana@nothing-lost.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }]);

const whenKilled = it.runIf(hasTurn('a killed tab'));
const whenChanged = it.runIf(hasTurn('killed tabs and a change meanwhile'));
const whenOut = it.runIf(hasTurn('an outage'));
const whenTwo = it.runIf(hasTurn('two tabs'));

interface OpenEditor {
  readonly client: SiteClient;
  readonly path: string;
  stored(): Promise<number>;
  readonly classIds: readonly number[];
  readonly projectId: number;
  readonly itemId: number;
}

/** A new project with one picture and two classes. */
async function controller(name: string): Promise<OpenEditor> {
  const client = await site().client(ANA);
  const { id: projectId } = await client.project(name);
  const { id: itemId } = await client.upload(projectId, 'field.png', await markedPicture());
  const classes = await client.classes(projectId, ['Flower', 'Leaf']);
  return {
    client,
    projectId,
    itemId,
    path: `/t/${site().teamId}/p/${projectId}/item/${itemId}`,
    classIds: classes.map(each => each.id),
    stored: async () => (await client.annotation(projectId, itemId)).document.instances.length,
  };
}

const objects = (page: Page, count: number): Promise<void> =>
  page.getByRole('tab', { name: `Objects ${count}` }).waitFor();
const boxAt = (step: number): readonly [readonly [number, number], readonly [number, number]] => [
  [40 + step * 150, 40],
  [140 + step * 150, 130],
];

whenKilled('should have the work back after the tab was killed', async () => {
  const { path, stored } = await controller('Killed tab');
  const { page, tab } = await site().signedIn(ANA, path);
  const placement = await pictureReady(page);
  // The autosave gets no answer: on a busy machine it comes before the crash.
  await page.route('**/annotation', () => undefined);
  await drawBox(page, placement, ...boxAt(0));
  await drawBox(page, placement, ...boxAt(1));
  await objects(page, 2);
  expect(await stored()).toBe(0);
  await killed(page);

  const again = await tab();
  await again.goto(path);
  await objects(again, 2);
  await pictureReady(again);
  await again.keyboard.press('Control+s');
  await expect.poll(stored).toBe(2);
});

whenChanged('should store work that killed tabs left, and leave to the person what was changed meanwhile', async () => {
  const [alone, changed] = await Promise.all([controller('Closed tab'), controller('Closed tab, changed')]);
  const { page, tab, context, allow } = await site().signedIn(ANA, '/');
  allow(/ERR_FAILED|Failed to (load|fetch)|409/);
  let isReachable = false;
  await context.route('**/annotation', route => (isReachable ? route.continue() : route.abort()));
  for (const { path } of [alone, changed]) {
    const drawn = await tab();
    await drawn.goto(path);
    await drawBox(drawn, await pictureReady(drawn), ...boxAt(0));
    await objects(drawn, 1);
    await killed(drawn);
    await drawn.close();
  }
  const { client, projectId, itemId, classIds } = changed;
  const { document, revision } = await client.annotation(projectId, itemId);
  await client.call('PUT', `/api/v1/project/${projectId}/item/${itemId}/annotation`, {
    op: crypto.randomUUID(),
    base: revision,
    data: {
      ...document,
      instances: [{ id: 'other', type: 'bbox', classId: classIds[1], points: { x1: 200, x2: 260, y1: 60, y2: 90 } }],
    },
  });

  // All tabs find the work, and one of them stores it: the first may do so as soon as the network is back, and be led
  // away before it is answered.
  isReachable = true;
  const other = await tab();
  await Promise.all([page.reload(), other.goto('/')]);
  await expect.poll(alone.stored).toBe(1);
  for (const each of [page, other]) await each.getByRole('button', { name: '1 item not saved' }).waitFor();
  expect((await client.annotation(alone.projectId, alone.itemId)).revision).toBe(1);
  expect(await changed.stored()).toBe(1);
  await page.getByRole('button', { name: '1 item not saved' }).click();
  await page.getByText('Annotations have changed since. Open the item to merge your work.').waitFor();
  expect(await pictures(page, 'unsaved work of closed tabs')).toEqual([]);
  await page.getByRole('button', { name: 'Discard unsaved work on field.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: '1 item not saved' }).click();
  await page.getByRole('button', { name: 'Open field.png' }).click();
  await objects(page, 2);
  await expect.poll(changed.stored).toBe(2);
  await other.getByRole('button', { name: '1 item not saved' }).waitFor({ state: 'detached' });
});

whenOut(
  'should store the work once after an outage, without a deleted class, and after the session has ended',
  async () => {
    const { path, stored, client, projectId, itemId, classIds } = await controller('Interrupted');
    const { page, context, allow } = await site().signedIn(ANA, path);
    allow(/ERR_INTERNET_DISCONNECTED|401|Failed to load resource|WebSocket/);
    const placement = await pictureReady(page);
    await context.setOffline(true);
    await drawBox(page, placement, ...boxAt(0));
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: /offline|kept/i }).waitFor();
    await takePicture(page, 'nothing-lost offline');
    await drawBox(page, placement, ...boxAt(1));
    await page.keyboard.press('Control+s');
    await objects(page, 2);
    expect(await stored()).toBe(0);
    await context.setOffline(false);
    await expect.poll(stored).toBe(2);
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    const { revision, document } = await client.annotation(projectId, itemId);
    expect(new Set(document.instances.map(each => each.id)).size).toBe(2);
    expect(revision).toBeLessThanOrEqual(2);

    // Another tab deletes the class of what is there: it stays as unclassified.
    await client.call('DELETE', `/class/${classIds[0]}?project_id=${projectId}`);
    await drawBox(page, placement, ...boxAt(2));
    await page.keyboard.press('Control+s');
    await expect.poll(stored).toBe(3);
    const { instances } = (await client.annotation(projectId, itemId)).document;
    expect(instances[0]).toMatchObject({ type: 'bbox', classId: -1 });
    await page.getByRole('button', { name: /^Saved/ }).waitFor();

    // The session ends while the work is on its way: the question that comes with its end would take the keys that save.
    await page.route(
      '**/annotation',
      async route => {
        await page.context().clearCookies();
        const { data } = await client.call<{ data: readonly { id: string; current: boolean }[] }>(
          'GET',
          '/services/auth/sessions',
        );
        for (const each of data.filter(session => !session.current))
          await client.call('DELETE', `/services/auth/sessions/${each.id}`);
        await route.continue();
      },
      { times: 1 },
    );
    await drawBox(page, placement, ...boxAt(3));
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.waitFor();
    await takePicture(page, 'nothing-lost session');
    expect(await stored()).toBe(3);
    await dialog.getByRole('textbox').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await objects(page, 4);
    await expect.poll(stored).toBe(4);
  },
);

whenTwo('should bring the work of two tabs together', async () => {
  const { path, stored } = await controller('Two tabs');
  const { page, tab, allow } = await site().signedIn(ANA, path);
  allow(/409 \(Conflict\)/);
  const other = await tab();
  await other.goto(path);
  const second = await pictureReady(other);
  await page.bringToFront();
  const first = await pictureReady(page);
  await drawBox(page, first, ...boxAt(0));
  await page.keyboard.press('Control+s');
  await expect.poll(stored).toBe(1);
  await other.bringToFront();
  await drawBox(other, second, ...boxAt(2));
  await other.keyboard.press('Control+s');
  const merge = other.getByRole('button', { name: /merge/i });
  await Promise.race([merge.waitFor().then(() => merge.click()), expect.poll(stored).toBe(2)]).catch(() => undefined);
  await takePicture(other, 'nothing-lost two tabs');
  await expect.poll(stored).toBe(2);
  await objects(other, 2);
});
