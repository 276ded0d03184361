import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { CLIP, clips, codeOf, makeClip, packetTimes, turnedCode } from './clips.mjs';

/** Seconds by which times of frames may differ: containers round to milliseconds. */
const ROUNDED = 0.0011;

/**
 * W8: the frames of each file as the editor counts them beside the packets as ffprobe orders them, and the picture on
 * the screen beside the exported image of the frame, by the code in its blocks.
 */
export async function measureFrames({ server, page, figures, folder, frames }) {
  const call = (method, path, body) =>
    server.call(method, path, { as: 'browser', ...(body === undefined ? {} : { body }) });
  const { id: project } = await call('POST', '/project', { name: 'Exact frames', type: 3 });
  const totals = { files: 0, frames: 0, index: 0, shown: 0, exported: 0, pictures: 0 };
  for (const clip of clips) {
    const path = await makeClip(clip, folder, frames);
    const times = await packetTimes(path);
    const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${clip.name}`, {
      as: 'browser',
      body: await readFile(path),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { media } = await call('GET', `/api/v1/project/${project}/video/${item.id}/media`);
    const found = startsOf(media.steps);
    const indexed =
      found.length === times.length ? found.filter((each, at) => Math.abs(each - times[at]) <= ROUNDED).length : 0;
    await page.goto(`${server.address}/t/${server.teamId}/p/${project}/item/${item.id}`);
    const decodes = await Promise.race([
      page
        .locator('[data-video-frame="0"]')
        .waitFor()
        .then(() => true),
      page
        .getByText('This browser cannot decode')
        .first()
        .waitFor()
        .then(() => false),
    ]);
    const exported = await exportedCodes(server, call, project, item.id, clip.name);
    const shown = decodes ? await shownCodes(page, times.length) : [];
    const first = frames - times.length;
    const truth = times.map((_, at) => (clip.turned === true ? turnedCode(codeOf(at + first)) : codeOf(at + first)));
    const right = shown.filter(({ frame, code }) => code === truth[frame]).length;
    const same = shown.filter(({ frame, code }) => code === exported.get(frame)).length;
    figures.print(`frames in the order of packets: ${clip.name}`, (indexed / times.length) * 100, '%', {
      least: 100,
      frames: times.length,
      codec: media.codec,
    });
    figures.print(
      `shown pictures that are the exported ones: ${clip.name}`,
      (same / Math.max(shown.length, 1)) * 100,
      '%',
      { least: 100, pictures: shown.length, rightNumber: right, exported: exported.size, decodes },
    );
    totals.files += 1;
    totals.frames += times.length;
    totals.index += indexed;
    totals.pictures += shown.length;
    totals.shown += right;
    totals.exported += same;
  }
  figures.print('frames in the order of packets', (totals.index / totals.frames) * 100, '%', {
    least: 100,
    files: totals.files,
    frames: totals.frames,
  });
  figures.print('shown pictures that are the exported ones', (totals.exported / totals.pictures) * 100, '%', {
    least: 100,
    pictures: totals.pictures,
    rightNumber: totals.shown,
  });
}

/** Seconds. */
function startsOf(steps) {
  let time = 0;
  return steps.map(step => (time += step) / 1e6);
}

/** Codes of the pictures on the screen: all frames forwards, then all backwards. */
async function shownCodes(page, count) {
  return page.evaluate(
    async ([frames, { columns, rows }]) => {
      const holder = document.querySelector('[data-video-frame]');
      const canvas = holder.querySelector('canvas');
      const found = [];
      const read = () => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
        const [across, down] = width > height ? [columns, rows] : [rows, columns];
        let code = 0;
        for (let row = 0; row < down; row += 1)
          for (let column = 0; column < across; column += 1) {
            const at =
              (Math.round(((row + 0.5) * height) / down) * width + Math.round(((column + 0.5) * width) / across)) * 4;
            if (data[at] > 127) code |= 1 << (row * across + column);
          }
        found.push({ frame: Number(holder.dataset.videoFrame), code: code >>> 0 });
      };
      const press = (key, code) => document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
      read();
      for (const [key, code] of [
        ['f', 'KeyF'],
        ['d', 'KeyD'],
      ])
        for (let step = 1; step < frames; step += 1) {
          const changed = new Promise(resolve => {
            const observer = new MutationObserver(() => {
              observer.disconnect();
              resolve(true);
            });
            observer.observe(holder, { attributes: true, attributeFilter: ['data-video-frame'] });
            setTimeout(() => resolve(false), 10_000);
          });
          press(key, code);
          if (!(await changed)) return found;
          read();
        }
      return found;
    },
    [count, CLIP],
  );
}

/** Codes of the images that the server makes of the frames, by frame. */
async function exportedCodes(server, call, project, item, name) {
  const { id: images } = await call('POST', '/project', { name: `Images of ${name}`, type: 1 });
  const { job_id: job } = await call('POST', `/api/v1/project/${project}/video/${item}/frames`, {
    to_project_id: images,
    frames: { by: 'count', every: 1 },
  });
  for (;;) {
    const { finishedAt, error } = await call('GET', `/api/v1/jobs/${job}`);
    if ((error ?? null) !== null) throw new Error(`${name}: ${JSON.stringify(error)}`);
    if (finishedAt !== null) break;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  const found = new Map();
  for (let skip = 0; ; skip += 100) {
    const { data } = await call('GET', `/api/v1/project/${images}/items?limit=100&offset=${skip}`);
    for (const { id, name: image } of data) {
      const { url } = await call('GET', `/api/v1/project/${images}/item/${id}/asset`);
      const { content } = await server.send('GET', url.replace(/^https?:\/\/[^/]+/, ''), { as: 'browser' });
      found.set(Number(/_(\d+)\.jpg$/.exec(image)[1]) - 1, await codeIn(content));
    }
    if (data.length < 100) return found;
  }
}

async function codeIn(bytes) {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [across, down] = info.width > info.height ? [CLIP.columns, CLIP.rows] : [CLIP.rows, CLIP.columns];
  let code = 0;
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const at =
        Math.round(((row + 0.5) * info.height) / down) * info.width +
        Math.round(((column + 0.5) * info.width) / across);
      if (data[at * info.channels] > 127) code |= 1 << (row * across + column);
    }
  return code >>> 0;
}
