import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { Figures } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';
import { hasFfmpeg, makeFilm } from './clips.mjs';
import { measureFrames } from './frames.mjs';
import { measureKeys } from './keys.mjs';
import { bareDecoding, measurePlaying } from './playing.mjs';
import { recorded } from './recorded.mjs';
import { measureTrackers } from './trackers.mjs';
import { measureWalking } from './walking.mjs';

const TRACKS = 200;
const HD = { width: 1280, height: 720, rate: 30, frames: 600, keyEvery: 60 };
const PARTS = ['frames', 'playing', 'films', 'keys', 'trackers'];

/**
 * Frames, playing, long tracks, memory and trackers of the video editor as it is delivered. Without ffmpeg only a WebM
 * of the browser is played. Options: `--database NAME`, `--built` when `dist` is fresh, `--quick`, `--only PART` of
 * frames, playing (a WebM of the browser), films (H.264 of 720p and 4K, and memory), keys and trackers, `--minutes N`
 * of walking, `--clips FOLDER` with files whose frames are compared as well.
 */
export async function run(options) {
  const value = name => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const quick = options.includes('--quick');
  const parts = value('--only') === undefined ? PARTS : [value('--only')];
  const figures = new Figures('video');
  if (parts.includes('trackers')) await measureTrackers({ figures });
  const folder = await mkdtemp(join(tmpdir(), 'bench-video-'));
  const decoder = hasFfmpeg();
  try {
    await withPages('video', options, async ({ server, browser, page }) => {
      const { id: project } = await server.call('POST', '/project', {
        as: 'browser',
        body: { name: 'Video', type: 3 },
      });
      const bench = { server, browser, page, figures, folder, project };
      if (parts.includes('frames') && decoder)
        await measureFrames(bench, { frames: quick ? 48 : 120, clipsIn: value('--clips') });
      if (parts.includes('playing')) await measureRecorded(bench);
      if (parts.includes('films') && decoder)
        await measureFilms(bench, { quick, minutes: Number(value('--minutes') ?? 3) });
      if (parts.includes('keys') && decoder) await measureLongTrack(bench);
      const where = {
        bench: 'video',
        figure: 'where',
        value: browser.version(),
        unit: 'Chromium',
        load: loadavg()[0],
        ffmpeg: decoder,
      };
      console.log(JSON.stringify(where));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

async function measureRecorded(bench) {
  const { page, server, project } = bench;
  await page.goto(`${server.address}/t/${server.teamId}/p/${project}/data`);
  const small = { ...HD, name: 'small.webm', codec: 'VP8', bytes: await recorded(page, HD) };
  for (const tracks of [0, TRACKS]) await measurePlaying(bench, small, tracks);
}

async function measureFilms(bench, { quick, minutes }) {
  const { page, folder } = bench;
  for (const { width, height, name, repeated } of [
    { width: 1280, height: 720, name: 'hd.mp4', repeated: 1 },
    { width: 3840, height: 2160, name: '4k.mp4', repeated: quick ? 2 : 17 },
  ]) {
    const film = { width, height, rate: 30, seconds: 10, repeated, keyEvery: 60 };
    const path = await makeFilm(join(folder, name), film);
    const bytes = await readFile(path);
    const clip = { ...film, name, codec: 'H.264', frames: film.seconds * 30 * (repeated + 1), bytes };
    const limit = await bareDecoding(page, await firstPackets(path, quick ? 60 : 150));
    bench.figures.print('bare decoding', limit, 'frames a second', {
      clip: `${width} × ${height}, 30 fps, H.264`,
      megabytes: Math.round(bytes.length / 1e6),
      enough: limit >= 30,
    });
    await measurePlaying(bench, clip, TRACKS);
  }
  await measureWalking(bench, minutes, { clip: '3840 × 2160, 30 fps, H.264', tracks: TRACKS });
}

/** Half an hour of small pictures, made of a minute that is repeated. */
async function measureLongTrack(bench) {
  const film = { width: 320, height: 180, rate: 30, seconds: 60, repeated: 29, keyEvery: 60 };
  const path = await makeFilm(join(bench.folder, 'long.mp4'), film);
  await measureKeys(bench, { name: 'long.mp4', rate: 30, frames: 54_000, bytes: await readFile(path) });
}

/** The first packets of a file and how they are decoded, as text for the page. */
async function firstPackets(path, count) {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const text = bytes => Buffer.from(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength).toString('base64');
  try {
    const track = await input.getPrimaryVideoTrack();
    const { description, ...config } = await track.getDecoderConfig();
    const chunks = [];
    for await (const { type, timestamp, data } of new EncodedPacketSink(track).packets()) {
      chunks.push({ type, timestamp: Math.round(timestamp * 1e6), data: text(data) });
      if (chunks.length === count) break;
    }
    return { config: { ...config, ...(description === undefined ? {} : { description: text(description) }) }, chunks };
  } finally {
    input.dispose();
  }
}
