import { watchMemory } from '../support/page-memory.mjs';
import { measuredSteps } from './playing.mjs';

const BAR = 1229;
/** Frames of one stretch that is stepped through, and of one that is played. */
const STEPPED = 15;
const PLAYED = 45;

/**
 * Memory of the tab and of the graphics while somebody steps, seeks and plays through a film with tracks for some
 * minutes. The page is open at it.
 */
export async function measureWalking({ browser, page, figures }, minutes, details) {
  const { x, y, width, height } = await page.getByRole('slider', { name: 'Frame' }).boundingBox();
  const memory = await watchMemory(browser);
  const until = performance.now() + minutes * 60_000;
  let steps = 0;
  for (let turn = 0; performance.now() < until; turn += 1) {
    // Not so late that the film ends while it is played.
    await page.mouse.click(x + width * (((turn * 0.37) % 0.9) + 0.02), y + height / 2);
    for (const key of ['f', 'd']) steps += (await page.evaluate(measuredSteps, [key, STEPPED])).length;
    await page.keyboard.press('Space');
    await page.evaluate(playedOn, PLAYED);
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

/** Resolves when so many frames further on are on the screen, whatever is left out between them; runs in the page. */
function playedOn(frames) {
  const holder = document.querySelector('[data-video-frame]');
  const until = Number(holder.dataset.videoFrame) + frames;
  return new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (Number(holder.dataset.videoFrame) < until) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(holder, { attributes: true, attributeFilter: ['data-video-frame'] });
  });
}
