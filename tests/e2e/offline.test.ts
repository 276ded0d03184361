import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { hasTurn } from '../support/run-plan.ts';
import { lead } from '../support/windows.ts';
import { drawBox, pictureReady } from './editor-steps.ts';
import { markedPicture } from './picture-on-screen.ts';
import { pictures } from './screen-checks.ts';

const ANA = 'ana@offline.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }]);

const whenMoving = it.runIf(hasTurn('a move without an answer'));
const whenOffline = it.runIf(hasTurn('items without a network'));

whenMoving(
  'should move on items whose save or move had no answer, in the same tab and after the tab was closed',
  async () => {
    const client = await site().client(ANA);
    const { id: project } = await client.project('Harbour');
    const [first, second, third] = (await Promise.all(
      ['bow.png', 'keel.png', 'stern.png'].map(
        async name => (await client.upload(project, name, await markedPicture())).id,
      ),
    )) as [number, number, number];
    await client.classes(project, ['Gull']);
    const statusOf = async (id: number): Promise<number> =>
      (
        await client.call<{ item: { annotation_status: number } }>(
          'GET',
          `/api/v1/project/${project}/item/${id}/editor`,
        )
      ).item.annotation_status;
    const item = (id: number): string => `/t/${site().teamId}/p/${project}/item/${id}`;
    const { page, context, allow } = await site().signedIn(ANA, item(first));
    allow(/ERR_FAILED|Failed to (load|fetch)/);
    // The server stores the work and moves the item on, and the page does not know.
    await page.route(
      url => url.pathname.endsWith(`/item/${first}/annotation`),
      async route => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await drawBox(page, await pictureReady(page), [40, 40], [140, 130]);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/item/(${second}|${third})(\\?|$)`));
    await expect.poll(() => statusOf(first)).toBe(3);

    // The tab is closed between the save and the move.
    await page.route('**/items/change', route => route.abort());
    const next = page.url().includes(`/item/${second}`) ? second : third;
    await drawBox(page, await pictureReady(page), [40, 40], [140, 130]);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/item/${next === second ? third : second}(\\?|$)`));
    await expect.poll(() => statusOf(next)).toBe(2);
    await page.close();
    const later = await context.newPage();
    await later.goto(item(next));
    await expect.poll(() => statusOf(next)).toBe(3);
  },
);

whenOffline(
  'should go to the next item, back and through a reload without a network, and store the work afterwards',
  async () => {
    const client = await site().client(ANA);
    const { id: project } = await client.project('Ferry');
    const [first, second] = await Promise.all(
      ['bow.png', 'stern.png'].map(async name => (await client.upload(project, name, await markedPicture())).id),
    );
    await client.classes(project, ['Gull']);
    const stored = async (id: number): Promise<number> =>
      (await client.annotation(project, id)).document.instances.length;
    const data = `/t/${site().teamId}/p/${project}/data`;
    const { page, context, allow } = await site().signedIn(ANA, data, { serviceWorkers: 'allow' });
    allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (load|fetch)|WebSocket|FetchEvent/);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByText('bow.png').first().dblclick();
    await pictureReady(page);
    // The next item is there once its picture is.
    await expect
      .poll(() =>
        page.evaluate(async id => {
          const names = (await caches.keys()).filter(name => name.startsWith('loupe-data '));
          const urls = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
          const kept = urls.flat().map(each => new URL(each.url).pathname);
          return (
            kept.some(each => each.endsWith(`/item/${id}/editor`)) && kept.some(each => each.startsWith('/blobs/'))
          );
        }, second),
      )
      .toBe(true);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Offline', exact: true }).waitFor();
    await drawBox(page, await pictureReady(page), [40, 40], [140, 130]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await page.waitForURL(new RegExp(`/item/${second}(\\?|$)`));
    await drawBox(page, await pictureReady(page), [40, 40], [140, 130]);
    await page.getByRole('tab', { name: 'Objects 1' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(new RegExp(`/item/${first}(\\?|$)`));
    await pictureReady(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: '2 queued' }).waitFor();
    await page
      .getByRole('status')
      .getByText(/is queued and sent when you’re back online/)
      .waitFor();
    expect(await pictures(page, 'offline editor')).toEqual([]);
    // Before the reload: the browser may let the first requests of a new page through.
    expect([await stored(first!), await stored(second!)]).toEqual([0, 0]);

    await page.reload();
    await pictureReady(page);
    await page.getByRole('tab', { name: 'Objects 1' }).waitFor();
    await page.getByRole('button', { name: '2 queued' }).click();
    expect(await pictures(page, 'queued moves')).toEqual([]);
    await page.keyboard.press('Escape');
    await lead(page, data);
    await page.getByText('stern.png').first().waitFor();
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Connect to sign out' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');

    await client.call('POST', `/api/v1/project/${project}/items/change`, {
      selection: { item_ids: [first] },
      change: { kind: 'status', value: 5 },
    });
    await context.setOffline(false);
    await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' });
    const statusOf = async (id: number): Promise<number> =>
      (
        await client.call<{ item: { annotation_status: number } }>(
          'GET',
          `/api/v1/project/${project}/item/${id}/editor`,
        )
      ).item.annotation_status;
    for (const [id, status] of [
      // Moved by somebody else meanwhile, so the queued step is refused and the item stays.
      [first, 5],
      [second, 3],
    ]) {
      await expect.poll(() => stored(id!)).toBe(1);
      await expect.poll(() => statusOf(id!)).toBe(status);
    }
    await lead(page, `/t/${site().teamId}/p/${project}/item/${second}`);
    await pictureReady(page);
    await page.getByRole('button', { name: '1 not moved on' }).click();
    await page.getByText('This item has been moved to Completed meanwhile.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dismiss bow.png' }).click();
    await page.getByRole('button', { name: '1 not moved on' }).waitFor({ state: 'detached' });
    await lead(page, data);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('loupe-data '))))
      .toEqual([]);
  },
);
