import { watchMemory } from '../support/page-memory.mjs';

const BAR = 1229;

/** Memory of the tab and of the graphics while somebody steps, seeks and plays through a film with tracks for some minutes. The page is open at it. */
export async function measureWalking({ browser, page, figures }, minutes, details) {
  const { x, y, width, height } = await page.getByRole('slider', { name: 'Frame' }).boundingBox();
  const memory = await watchMemory(browser);
  const until = performance.now() + minutes * 60_000;
  let steps = 0;
  for (let turn = 0; performance.now() < until; turn += 1) {
    await page.mouse.click(x + width * (((turn * 0.37) % 0.96) + 0.02), y + height / 2);
    for (const key of ['f', 'd']) {
      for (let step = 0; step < 15; step += 1) {
        await page.keyboard.press(key);
        await page.waitForTimeout(30);
      }
      steps += 15;
    }
    await page.keyboard.press('Space');
    await page.waitForTimeout(1500);
    await page.keyboard.press('Space');
  }
  await memory.stop();
  figures.print('memory of the tab while walking', memory.most.page, 'MB', { bar: BAR, minutes, steps, ...details });
  figures.print('memory of the graphics process while walking', memory.most.graphics, 'MB', {
    both: Math.round(memory.most.both),
    minutes,
    ...details,
  });
}
