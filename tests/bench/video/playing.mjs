import { randomUUID } from 'node:crypto';
import { percentile } from '../support/figures.mjs';
import { markAt, readTrace, scriptBetween, traceCategories } from '../support/trace.mjs';

const BARS = { step: 40, cold: 250, seek: 500, stall: 100, script: 4 };
/** Milliseconds a clip is played for. */
const PLAYED = 8000;

/**
 * W7: stepping, seeking and playing of a file with so many tracks on it. `clip`: name, bytes, width, height, rate,
 * frames, codec.
 */
export async function measurePlaying({ server, browser, page, figures, project }, clip, tracks) {
  const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${tracks}-${clip.name}`, {
    as: 'browser',
    body: clip.bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (tracks > 0)
    await server.call('PUT', `/api/v1/project/${project}/item/${item.id}/annotation`, {
      as: 'browser',
      body: {
        op: randomUUID(),
        base: 0,
        data: { metadata: { name: clip.name }, instances: instances(clip, tracks), tags: [], comments: [] },
      },
    });
  await page.goto(`${server.address}/t/${server.teamId}/p/${project}/item/${item.id}`);
  await page.locator('[data-video-frame="0"]').waitFor();
  const details = { clip: `${clip.width} × ${clip.height}, ${clip.rate} fps, ${clip.codec}`, tracks };
  const print = (name, times, bar) =>
    figures.print(`${name}, p95`, percentile(times, 0.95), 'ms', {
      bar,
      median: Math.round(percentile(times, 0.5) * 10) / 10,
      n: times.length,
      ...details,
    });
  // The frames before are cached after they were shown once.
  await page.evaluate(measuredSteps, ['f', 20]);
  await page.evaluate(measuredSteps, ['d', 20]);
  const cached = [];
  for (let round = 0; round < 6; round += 1)
    cached.push(...(await page.evaluate(measuredSteps, ['f', 20])), ...(await page.evaluate(measuredSteps, ['d', 20])));
  print('step in cache', cached, BARS.step);
  await page.evaluate(measuredSteps, ['f', 20]);
  print('step forwards', await page.evaluate(measuredSteps, ['f', 120]), BARS.cold);
  print('step backwards', await page.evaluate(measuredSteps, ['d', 100]), BARS.cold);
  print('seek', await measuredSeeks(page, 40), BARS.seek);
  const played = await page.evaluate(measuredPlay, PLAYED);
  figures.print('longest stall while playing', played.longest, 'ms', {
    bar: BARS.stall,
    shown: played.shown,
    due: Math.round((PLAYED / 1000) * clip.rate),
    stalls: played.stalls,
    ...details,
  });
  const script = await scriptWhileStepping(browser, page, 60);
  figures.print('script per frame', script, 'ms', {
    bar: BARS.script,
    of: 'processor time of a step, mean',
    ...details,
  });
}

/** Milliseconds of processor time of the page's script for each step, on average. */
async function scriptWhileStepping(browser, page, steps) {
  await page.evaluate(measuredSteps, ['f', 10]);
  await browser.startTracing(page, { categories: traceCategories });
  await page.evaluate(() => performance.mark('bench:from'));
  await page.evaluate(measuredSteps, ['f', steps]);
  await page.evaluate(() => performance.mark('bench:to'));
  const trace = readTrace(await browser.stopTracing());
  return scriptBetween(trace, markAt(trace, 'bench:from'), markAt(trace, 'bench:to')) / steps;
}

/** Frames a second that the bare decoder of the browser makes of the first packets of a file, without showing them. */
export async function bareDecoding(page, { config, chunks }) {
  return page.evaluate(
    async ([{ description, ...settings }, packets]) => {
      const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
      const ready = packets.map(
        ({ type, timestamp, data }) => new EncodedVideoChunk({ type, timestamp, data: bytes(data) }),
      );
      let decoded = 0;
      const decoder = new VideoDecoder({
        output: frame => {
          decoded += 1;
          frame.close();
        },
        error: error => console.error(error.message),
      });
      decoder.configure({ ...settings, ...(description === undefined ? {} : { description: bytes(description) }) });
      const began = performance.now();
      for (const chunk of ready) {
        decoder.decode(chunk);
        while (decoder.decodeQueueSize > 8) await new Promise(resolve => setTimeout(resolve));
      }
      await decoder.flush();
      const seconds = (performance.now() - began) / 1000;
      decoder.close();
      return decoded / seconds;
    },
    [config, chunks],
  );
}

/** Boxes with a key frame every second. */
function instances({ frames, rate, width, height }, count) {
  const end = Math.floor(((frames - 1) * 1e6) / rate) + 1;
  const seconds = Math.ceil(frames / rate);
  return Array.from({ length: count }, (_, track) => {
    const keys = Array.from({ length: seconds }, (none, second) => {
      const x = (track * 53 + second * 17) % (width - 80);
      return {
        timestamp: second === 0 ? 0 : second * 1_000_000 + 1,
        points: { x1: x, y1: (track * 29) % (height - 60), x2: x + 60, y2: ((track * 29) % (height - 60)) + 40 },
        attributes: [],
      };
    });
    const timestamps = [...keys, { ...keys.at(-1), timestamp: end }];
    return {
      id: `track-${track}`,
      type: 'bbox',
      classId: -1,
      attributes: [],
      parameters: [{ start: 0, end, timestamps }],
    };
  });
}

/** Milliseconds from each press of a key to the frame on the screen; runs in the page. */
export async function measuredSteps([key, count]) {
  const holder = document.querySelector('[data-video-frame]');
  const painted = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  const times = [];
  for (let step = 0; step < count; step += 1) {
    const began = performance.now();
    const changed = new Promise(resolve => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(holder, { attributes: true, attributeFilter: ['data-video-frame'] });
    });
    document.dispatchEvent(new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, bubbles: true }));
    await changed;
    await painted();
    times.push(performance.now() - began);
  }
  return times;
}

/** Milliseconds from a press on the ruler to its frame on the screen. */
async function measuredSeeks(page, count) {
  const { x, y, width, height } = await page.getByRole('slider', { name: 'Frame' }).boundingBox();
  const times = [];
  for (let seek = 0; seek < count; seek += 1) {
    await page.evaluate(
      () =>
        void (window.sought = new Promise(resolve => {
          const holder = document.querySelector('[data-video-frame]');
          window.addEventListener(
            'pointerdown',
            ({ timeStamp }) => {
              const observer = new MutationObserver(() => {
                observer.disconnect();
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
              });
              observer.observe(holder, { attributes: true, attributeFilter: ['data-video-frame'] });
            },
            { capture: true, once: true },
          );
        })),
    );
    await page.mouse.click(x + width * (((seek * 0.37) % 0.96) + 0.02), y + height / 2);
    times.push(await page.evaluate(() => window.sought));
  }
  return times;
}

/**
 * Plays for some time from the beginning: the longest time without another frame, and how many were shown of those due.
 */
async function measuredPlay(milliseconds) {
  const press = (key, code) => {
    for (const type of ['keydown', 'keyup'])
      (type === 'keydown' ? document : window).dispatchEvent(new KeyboardEvent(type, { key, code, bubbles: true }));
  };
  const holder = document.querySelector('[data-video-frame]');
  press('Home', 'Home');
  await new Promise(resolve => setTimeout(resolve, 500));
  const moments = [];
  const observer = new MutationObserver(() => moments.push(performance.now()));
  observer.observe(holder, { attributes: true, attributeFilter: ['data-video-frame'] });
  press(' ', 'Space');
  await new Promise(resolve => setTimeout(resolve, milliseconds));
  press(' ', 'Space');
  observer.disconnect();
  const gaps = moments.slice(1).map((moment, at) => moment - moments[at]);
  return { longest: Math.max(...gaps), stalls: gaps.filter(gap => gap > 100).length, shown: moments.length };
}
