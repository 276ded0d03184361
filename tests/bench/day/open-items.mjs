/** Longest wait for an item, in milliseconds. */
const PATIENCE = 30_000;

/** Returns milliseconds of processor time that the main thread of a page has used for its tasks. */
async function processorOf(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(each => each.name === 'TaskDuration').value * 1000;
}

/**
 * From the next key to the frame in which another item than the one with this address can be worked on: the canvas shows
 * its picture, of another colour than the one before, and its tools are there. Answers milliseconds, and those of
 * processor time of the page's main thread.
 */
export async function toNextItem(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(
    ([patience]) => {
      const was = location.pathname;
      let from;
      addEventListener('keydown', event => (from ??= event.timeStamp), { capture: true, once: true });
      const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      // The middle of a picture is red or green; where none is drawn, the surface is as grey as its page or clear.
      const colour = () => {
        for (const canvas of document.querySelectorAll('[data-stage] canvas')) {
          if (canvas.style.visibility === 'hidden') continue;
          probe.clearRect(0, 0, 1, 1);
          probe.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
          const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
          if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) return red > green ? 'red' : 'green';
        }
        return undefined;
      };
      const before = colour();
      const drawn = () => ![undefined, before].includes(colour());
      window.nextItem = new Promise((resolve, reject) => {
        const until = performance.now() + patience;
        const look = () => {
          if (location.pathname !== was && drawn() && document.querySelector('[aria-label^="Box"]') !== null)
            resolve(performance.now() - from);
          else if (performance.now() > until) reject(new Error(`No other item was drawn within ${patience} ms.`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      window.nextItem.catch(() => undefined);
    },
    [PATIENCE],
  );
  const before = await processorOf(session);
  await act();
  const waited = await page.evaluate(() => window.nextItem);
  const processor = (await processorOf(session)) - before;
  await session.detach();
  return { waited, processor };
}

/** Waits until the open item can be drawn on; answers the rectangle of its picture in the window. */
export async function readyToDraw(page) {
  await page.getByRole('button', { name: /^Box/ }).waitFor();
  const surface = page.locator('[aria-label="Picture and shapes"]');
  await surface.waitFor();
  for (let before = ''; ;) {
    const box = await surface.boundingBox();
    const now = JSON.stringify(box);
    if (box !== null && now === before) return box;
    before = now;
    await page.waitForTimeout(60);
  }
}
