/** Milliseconds from a key press to the picture on the screen, as the browser itself reports it (Event Timing). */
export async function press(page, chord) {
  await page.evaluate(() => window.paints.expect());
  await page.keyboard.press(chord);
  return page.evaluate(() => window.paints.taken());
}

/** Runs in the page before anything else; {@link press} needs it. */
export function watchPaints() {
  let stamp;
  let resolveStamp;
  const entries = [];
  new PerformanceObserver(list => entries.push(...list.getEntries())).observe({ type: 'event', durationThreshold: 16 });
  window.addEventListener(
    'keydown',
    event => {
      if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
      stamp = event.timeStamp;
      resolveStamp?.();
    },
    true,
  );
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
  window.paints = {
    expect() {
      stamp = undefined;
      entries.length = 0;
    },
    async taken() {
      if (stamp === undefined) await new Promise(resolve => (resolveStamp = resolve));
      // The entry is reported some frames later; what is never reported took less than 16 ms.
      for (let count = 0; count < 12; count += 1) {
        const entry = entries.find(one => one.name === 'keydown' && Math.abs(one.startTime - stamp) < 0.5);
        if (entry !== undefined) return entry.duration;
        await frame();
      }
      return 16;
    },
  };
}
