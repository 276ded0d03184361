import { expect, it } from 'vitest';
import { openSite, PASSWORD } from '../support/browser.ts';
import { hasTurn } from '../support/run-plan.ts';
import type { SiteClient } from '../support/site-client.ts';
import { killed } from './editor-steps.ts';
import { click, drag, objects, pixelItem, pixelsReady } from './pixel-steps.ts';
import type { PixelItem } from './pixel-steps.ts';
import { takePicture } from './screen-checks.ts';

const ANA = 'ana@pixel-nothing-lost.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }]);

const whenKilled = it.runIf(hasTurn('paint of a killed tab'));
const whenOut = it.runIf(hasTurn('paint after an outage'));

const client = (): Promise<SiteClient> => site().client(ANA);
const stored = async (controller: PixelItem): Promise<number> => (await controller.instances()).length;

/** Every part has pixels, and every pixel an owner. */
async function expectSound(controller: PixelItem): Promise<void> {
  const parts = (await controller.instances()).flatMap(each => each.parts.map(part => part.color));
  expect(new Set(parts).size).toBe(parts.length);
  expect(new Set((await controller.colors()).keys())).toEqual(new Set(parts));
}

whenKilled(
  'should have the paint back after the tab was killed, to the pixel, and bring the paint of two tabs together',
  async () => {
    const controller = await pixelItem(await client(), 'Killed tab');
    const { page, tab, allow } = await site().signedIn(ANA, controller.path);
    allow(/409 \(Conflict\)/);
    const placement = await pixelsReady(page);
    await drag(page, placement, [100, 80], [300, 80]);
    await drag(page, placement, [400, 80], [500, 120]);
    await objects(page, 2);
    await page.keyboard.press('e');
    await drag(page, placement, [450, 60], [450, 160]);
    expect(await stored(controller)).toBe(0);
    await killed(page);

    const again = await tab();
    await again.goto(controller.path);
    await objects(again, 2);
    const first = await pixelsReady(again);
    await again.keyboard.press('Control+s');
    await expect.poll(() => stored(controller)).toBe(2);
    expect(await controller.colorAt(200, 80)).toBe('#00000f');
    expect(await controller.colorAt(420, 88)).toBe('#00001e');
    expect(await controller.colorAt(450, 100)).toBeUndefined();
    await expectSound(controller);

    // Another tab begins with the same colour on the same mask, and crosses the stroke.
    const other = await tab();
    await other.goto(controller.path);
    const second = await pixelsReady(other);
    await again.bringToFront();
    await drag(again, first, [100, 300], [300, 300]);
    await again.keyboard.press('Control+s');
    await expect.poll(() => stored(controller)).toBe(3);
    await other.bringToFront();
    await other.getByText('You changed these annotations in another window.').waitFor();
    await drag(other, second, [200, 340], [200, 270]);
    await other.keyboard.press('Control+s');
    const merge = other.getByRole('button', { name: /merge/i });
    await Promise.race([
      merge.waitFor().then(() => merge.click()),
      expect.poll(() => stored(controller)).toBe(4),
    ]).catch(() => undefined);
    await takePicture(other, 'pixel two tabs');
    await expect.poll(() => stored(controller)).toBe(4);
    await objects(other, 4);
    expect(await controller.colorAt(120, 300)).toBe('#00002d');
    expect(await controller.colorAt(200, 280)).toBe('#00003c');
    expect(await controller.colorAt(200, 300)).toBe('#00003c');
    await expectSound(controller);
  },
);

whenOut(
  'should store the mask once after an outage, without a deleted class, and after the session has ended',
  async () => {
    const owner = await client();
    const controller = await pixelItem(owner, 'Interrupted');
    const { page, context, allow } = await site().signedIn(ANA, controller.path);
    allow(/ERR_INTERNET_DISCONNECTED|401|Failed to load resource|WebSocket/);
    const placement = await pixelsReady(page);
    await context.setOffline(true);
    await drag(page, placement, [100, 80], [300, 80]);
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: /offline|kept/i }).waitFor();
    await drag(page, placement, [400, 80], [500, 80]);
    await page.keyboard.press('Control+s');
    await objects(page, 2);
    expect(await stored(controller)).toBe(0);
    await context.setOffline(false);
    await expect.poll(() => stored(controller)).toBe(2);
    await page.getByRole('button', { name: /^Saved/ }).waitFor();
    expect(await controller.colorAt(450, 80)).toBe('#00001e');
    await expectSound(controller);
    expect((await owner.annotation(controller.projectId, controller.itemId)).revision).toBeLessThanOrEqual(2);

    // Another tab deletes the class of what is there: it stays as unclassified.
    await owner.call('DELETE', `/class/${controller.classIds[0]}?project_id=${controller.projectId}`);
    await page.keyboard.press('Escape');
    await click(page, placement, [600, 80]);
    await page.keyboard.press('Control+s');
    await expect.poll(() => stored(controller)).toBe(3);
    expect((await controller.instances())[0]).toMatchObject({ classId: -1 });
    await expectSound(controller);
    await page.getByRole('button', { name: /^Saved/ }).waitFor();

    await page.context().clearCookies();
    const { data } = await owner.call<{ data: readonly { id: string; current: boolean }[] }>(
      'GET',
      '/services/auth/sessions',
    );
    for (const each of data.filter(session => !session.current))
      await owner.call('DELETE', `/services/auth/sessions/${each.id}`);
    await page.keyboard.press('Escape');
    await click(page, placement, [700, 80]);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.waitFor();
    expect(await stored(controller)).toBe(3);
    await dialog.getByRole('textbox').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await objects(page, 4);
    await expect.poll(() => stored(controller)).toBe(4);
    expect(await controller.colorAt(700, 80)).toBeDefined();
  },
);
