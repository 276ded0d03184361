import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { Figures, percentile } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';

/** A clip of 720p at 30 frames a second with a key frame every two seconds, and 200 tracks on it. */
const CLIP = { width: 1280, height: 720, rate: 30, frames: 600, keyEvery: 60 };
const TRACKS = 200;
const BARS = { step: 40, cold: 250, seek: 500, stall: 100 };
/** Milliseconds the clip is played for. */
const PLAYED = 8000;

/** Stepping, seeking and playing in the video editor as it is delivered. Options: `--database NAME`, `--built` when `dist` is fresh. */
export async function run(options) {
  const figures = new Figures('video');
  await withPages('video', options, async ({ server, browser, page }) => {
    const { id: project } = await server.call('POST', '/project', { as: 'browser', body: { name: 'Video', type: 3 } });
    await page.goto(`${server.address}/t/${server.teamId}/p/${project}/data`);
    const clip = await recorded(page);
    const headers = { 'content-type': 'application/octet-stream' };
    for (const [name, tracks] of [
      ['plain.webm', 0],
      ['tracks.webm', TRACKS],
    ]) {
      const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${name}`, {
        as: 'browser',
        body: clip,
        headers,
      });
      if (tracks > 0) {
        const data = { metadata: { name }, instances: instances(tracks), tags: [], comments: [] };
        await server.call('PUT', `/api/v1/project/${project}/item/${item.id}/annotation`, {
          as: 'browser',
          body: { op: randomUUID(), base: 0, data },
        });
      }
      await page.goto(`${server.address}/t/${server.teamId}/p/${project}/item/${item.id}`);
      await page.locator('[data-video-frame="0"]').waitFor();
      const details = { clip: `${CLIP.width} × ${CLIP.height}, ${CLIP.rate} fps, VP8`, tracks };
      const steps = await page.evaluate(measuredSteps, ['f', 120]);
      figures.print('step forwards, p95', percentile(steps, 0.95), 'ms', {
        bar: BARS.step,
        median: percentile(steps, 0.5),
        ...details,
      });
      const back = await page.evaluate(measuredSteps, ['d', 60]);
      figures.print('step backwards, p95', percentile(back, 0.95), 'ms', {
        bar: BARS.cold,
        median: percentile(back, 0.5),
        ...details,
      });
      const seeks = await measuredSeeks(page, 40);
      figures.print('seek, p95', percentile(seeks, 0.95), 'ms', {
        bar: BARS.seek,
        median: percentile(seeks, 0.5),
        ...details,
      });
      const { longest, shown, due } = await page.evaluate(measuredPlay, PLAYED);
      figures.print('longest stall while playing', longest, 'ms', { bar: BARS.stall, shown, due, ...details });
    }
    console.log(
      JSON.stringify({
        bench: 'video',
        figure: 'where',
        value: browser.version(),
        unit: 'Chromium',
        load: loadavg()[0],
      }),
    );
  });
  return figures.held;
}

/** Encodes the clip in the page, since only browsers have an encoder here. */
async function recorded(page) {
  const chunks = await page.evaluate(async ({ width, height, rate, frames, keyEvery }) => {
    const found = [];
    const encoder = new VideoEncoder({
      output: chunk => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        found.push({ type: chunk.type, time: chunk.timestamp, data: btoa(text) });
      },
      error: error => {
        throw error;
      },
    });
    encoder.configure({ codec: 'vp8', width, height, bitrate: 4_000_000, framerate: rate });
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    for (let at = 0; at < frames; at += 1) {
      context.fillStyle = `hsl(${at % 360} 40% 50%)`;
      context.fillRect(0, 0, width, height);
      for (let spot = 0; spot < 60; spot += 1) {
        context.fillStyle = `hsl(${spot * 6} 70% 60%)`;
        context.fillRect((spot * 97 + at * (1 + (spot % 5))) % width, (spot * 61 + at * (spot % 3)) % height, 60, 40);
      }
      const frame = new VideoFrame(canvas, { timestamp: Math.round((at * 1e6) / rate) });
      encoder.encode(frame, { keyFrame: at % keyEvery === 0 });
      frame.close();
      while (encoder.encodeQueueSize > 4) await new Promise(resolve => setTimeout(resolve));
    }
    await encoder.flush();
    return found;
  }, CLIP);
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  for (const [at, { type, time, data }] of chunks.entries()) {
    const packet = new EncodedPacket(Buffer.from(data, 'base64'), type, time / 1e6, 1 / CLIP.rate);
    await source.add(
      packet,
      at === 0 ? { decoderConfig: { codec: 'vp8', codedWidth: CLIP.width, codedHeight: CLIP.height } } : undefined,
    );
  }
  await output.finalize();
  return Buffer.from(target.buffer);
}

/** Boxes with a key frame every second. */
function instances(count) {
  const end = Math.floor(((CLIP.frames - 1) * 1e6) / CLIP.rate) + 1;
  return Array.from({ length: count }, (_, track) => {
    const keys = Array.from({ length: 20 }, (none, second) => {
      const x = (track * 53 + second * 17) % 1200;
      return {
        timestamp: second === 0 ? 0 : second * 1_000_000 + 1,
        points: { x1: x, y1: (track * 29) % 660, x2: x + 60, y2: ((track * 29) % 660) + 40 },
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

/** Milliseconds from each press of a key to the frame on the screen. */
async function measuredSteps([key, count]) {
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

/** Plays for some time from the beginning: the longest time without another frame, and how many were shown of those due. */
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
  const last = Number(holder.dataset.videoFrame);
  press(' ', 'Space');
  observer.disconnect();
  const gaps = moments.slice(1).map((moment, at) => moment - moments[at]);
  return { longest: Math.max(...gaps), shown: moments.length, due: Math.round((milliseconds / 1000) * 30), last };
}
