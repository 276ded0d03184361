import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { CLIP, clips, codeOf, makeClip, packetTimes, turnedCode } from './clips.mjs';

/** Seconds by which times of frames may differ: containers round to milliseconds. */
const ROUNDED = 0.0011;

/** Places of a picture in which its light is compared. */
const GRID = { width: 16, height: 16 };

/** The most that the light of a shown picture may differ from that of the exported one, of 255, on average. */
const ALIKE = 6;

/**
 * W8: the frames of each file as the editor counts them beside the packets as ffprobe orders them, and the picture on
 * the screen beside the exported image of the frame: by the code in its blocks in made clips, by its light in those of
 * a folder. A clip that fails is reported, and the others go on.
 */
export async function measureFrames(bench, { frames, clipsIn }) {
  const { figures, folder } = bench;
  const totals = { files: 0, frames: 0, index: 0, shown: 0, exported: 0, pictures: 0 };
  const measured = async (name, measure) => {
    try {
      const found = await measure();
      totals.files += 1;
      for (const [total, count] of Object.entries(found)) totals[total] += count;
    } catch (error) {
      figures.fail(`frames: ${name}`, error);
    }
  };
  for (const clip of clips)
    await measured(clip.name, async () =>
      measureClip(bench, { name: clip.name, path: await makeClip(clip, folder, frames), made: frames }),
    );
  for (const name of clipsIn === undefined ? [] : await readdir(clipsIn))
    await measured(name, () => measureClip(bench, { name, path: join(clipsIn, name) }));
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

/** One file. `made` is the number of frames of the clip that it was made of; absent for files without codes. */
async function measureClip({ server, page, figures }, { name, path, made }) {
  const call = (method, address, body) =>
    server.call(method, address, { as: 'browser', ...(body === undefined ? {} : { body }) });
  const { id: project } = await call('POST', '/project', { name, type: 3 });
  const times = await packetTimes(path);
  const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${name}`, {
    as: 'browser',
    body: await readFile(path),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { media } = await call('GET', `/api/v1/project/${project}/video/${item.id}/media`);
  const found = startsOf(media.steps);
  const index =
    found.length === times.length ? found.filter((each, at) => Math.abs(each - times[at]) <= ROUNDED).length : 0;
  figures.print(`frames in the order of packets: ${name}`, (index / times.length) * 100, '%', {
    least: 100,
    frames: times.length,
    codec: media.codec,
  });
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
  if (!decodes) {
    figures.fail(`shown pictures: ${name}`, 'this browser cannot decode it', { codec: media.codec });
    return { frames: times.length, index };
  }
  const [read, isSame] =
    made === undefined ? [{ grid: GRID }, areAlike] : [{ code: CLIP }, (one, other) => one === other];
  const exported = await exportedImages(server, call, { project, item: item.id, name }, content =>
    made === undefined ? lightIn(content) : codeIn(content),
  );
  const pictures = await shownPictures(page, times.length, read);
  const first = (made ?? 0) - times.length;
  const isRight = ({ frame, value }) => value === turnedCode(codeOf(frame + first), media.rotation);
  const same = pictures.filter(({ frame, value }) => exported.has(frame) && isSame(value, exported.get(frame))).length;
  const right = made === undefined ? same : pictures.filter(isRight).length;
  figures.print(
    `shown pictures that are the exported ones: ${name}`,
    (same / Math.max(pictures.length, 1)) * 100,
    '%',
    { least: 100, pictures: pictures.length, rightNumber: right, exported: exported.size },
  );
  return { frames: times.length, index, pictures: pictures.length, shown: right, exported: same };
}

const areAlike = (one, other) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length <= ALIKE;

/** Seconds. */
function startsOf(steps) {
  let time = 0;
  return steps.map(step => (time += step) / 1e6);
}

/** The code or the light of the pictures on the screen: all frames forwards, then all backwards. */
async function shownPictures(page, count, read) {
  return page.evaluate(
    async ([frames, { code: blocks, grid }]) => {
      const holder = document.querySelector('[data-video-frame]');
      const canvas = holder.querySelector('canvas');
      const found = [];
      const small = new OffscreenCanvas(grid?.width ?? 1, grid?.height ?? 1).getContext('2d');
      small.imageSmoothingQuality = 'high';
      const lightOf = () => {
        small.drawImage(canvas, 0, 0, grid.width, grid.height);
        const { data } = small.getImageData(0, 0, grid.width, grid.height);
        return Array.from({ length: data.length / 4 }, (_, at) =>
          Math.round(0.2126 * data[at * 4] + 0.7152 * data[at * 4 + 1] + 0.0722 * data[at * 4 + 2]),
        );
      };
      const codeOnScreen = () => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
        const [across, down] = width > height ? [blocks.columns, blocks.rows] : [blocks.rows, blocks.columns];
        let code = 0;
        for (let row = 0; row < down; row += 1)
          for (let column = 0; column < across; column += 1) {
            const at =
              (Math.round(((row + 0.5) * height) / down) * width + Math.round(((column + 0.5) * width) / across)) * 4;
            if (data[at] > 127) code |= 1 << (row * across + column);
          }
        return code >>> 0;
      };
      const look = () =>
        found.push({
          frame: Number(holder.dataset.videoFrame),
          value: blocks === undefined ? lightOf() : codeOnScreen(),
        });
      const press = (key, code) => document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
      look();
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
          if (!(await changed)) throw new Error(`no picture after ${key} on frame ${holder.dataset.videoFrame}`);
          look();
        }
      return found;
    },
    [count, read],
  );
}

/** Returns what `read` finds in the images that the server makes of the frames, by frame. */
async function exportedImages(server, call, { project, item, name }, read) {
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
      found.set(Number(/_(\d+)\.jpg$/.exec(image)[1]) - 1, await read(content));
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

/** The light of a picture in a few places. */
async function lightIn(bytes) {
  const { width, height } = GRID;
  return Array.from(await sharp(bytes).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer());
}
