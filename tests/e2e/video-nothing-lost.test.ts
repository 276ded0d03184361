import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import { VideoController } from './video-controller.ts';

const VICKY = 'vicky@video-nothing-lost.test';
const site = openSite([{ email: VICKY, name: 'Vicky North', team: 'North' }]);

const FRAMES = Array.from({ length: 40 }, (_, at) => at * 40_000);

it('should have tracks and events back after the tab was killed', async () => {
  const controller = await VideoController.open(site(), VICKY, 'Killed tab', FRAMES);
  const { page } = controller;
  const { path } = controller;
  await controller.goTo(5);
  await controller.press('b', '1');
  await controller.drag([40, 80], [100, 130]);
  await controller.press('v');
  await controller.goTo(20);
  await controller.drag([70, 100], [120, 100]);
  await controller.press('Escape', '2', 'Shift+E');
  await page.getByRole('tab', { name: 'Objects 2' }).waitFor();
  expect(await controller.instances()).toEqual([]);
  // The renderer dies: no unload handler runs and nothing more is written.
  const dead = new Promise<void>(resolve => page.once('crash', () => resolve()));
  void page.goto('chrome://crash').catch(() => undefined);
  await dead;

  const again = await controller.tab();
  await again.goto(path);
  await again.getByRole('tab', { name: 'Objects 2' }).waitFor();
  await again.keyboard.press('Control+s');
  await expect.poll(async () => (await controller.instances()).map(({ type }) => type)).toEqual(['bbox', 'event']);
  const [box, event] = await controller.instances();
  expect(box!.parameters[0]!.timestamps.map(({ timestamp }) => timestamp).slice(0, 2)).toEqual([200_001, 800_001]);
  expect(event!.parameters[0]!.start).toBe(800_001);
});

it('should keep what is annotated without a network and store it once when it is back', async () => {
  const controller = await VideoController.open(site(), VICKY, 'No network', FRAMES);
  const { page } = controller;
  controller.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket/);
  await page.context().setOffline(true);
  await controller.press('b', '1');
  await controller.drag([40, 80], [100, 130]);
  await controller.press('Control+s');
  await page.getByRole('button', { name: /offline|kept/i }).waitFor();
  await controller.drag([140, 80], [200, 130]);
  await controller.press('Control+s');
  await page.getByRole('tab', { name: 'Objects 2' }).waitFor();
  expect(await controller.instances()).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(async () => (await controller.instances()).length).toBe(2);
  await page.getByRole('button', { name: /^Saved/ }).waitFor();
  expect((await controller.client.annotation(controller.projectId, controller.itemId)).revision).toBeLessThanOrEqual(2);
});
