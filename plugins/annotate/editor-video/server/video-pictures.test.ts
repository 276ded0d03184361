import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '#core/kernel/common/index.ts';
import { kernelApi } from '#core/kernel/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { regularPackets, undecodableVideo } from '#tests/support/video-file.ts';
import type { FilmstripView } from '../common/api.ts';
import { videoApi } from '../common/api.ts';
import type { Track } from '../common/tracks/track.ts';
import { FILM, filmOf, hasFfmpeg, squareOn } from './film.support.ts';

/** A request to the tracking service. */
interface AskedTracker {
  readonly stretch: string;
  readonly images: readonly string[];
  readonly first: object;
  readonly last?: object;
}

/** Brightness above that of the noise. */
const BRIGHT = 90;

/** Finds the square of the film as the box around what is bright. */
async function brightBox(image: string): Promise<object> {
  const { data, info } = await sharp(Buffer.from(image, 'base64'))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    if (data[at]! < BRIGHT) continue;
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top, confidence: 0.8 };
}

eachDatabase(kind => {
  describe.skipIf(!hasFfmpeg)('pictures of videos on the server, with ffmpeg', () => {
    let app: TestApp;
    let owner: TestPerson;
    let videos: number;
    let film: number;
    let folder: string;
    const asked: AskedTracker[] = [];
    /** The picture of a part on which the service finds nothing. */
    let lostOn: number | undefined;
    const service = createServer((request, response) => {
      void (async () => {
        const body = (await json(request)) as AskedTracker;
        asked.push(body);
        const boxes = await Promise.all(body.images.map((image, at) => (at === lostOn ? null : brightBox(image))));
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ model: 'bright', boxes }));
      })();
    });

    const upload = async (name: string, bytes: Buffer): Promise<number> =>
      (
        await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
          params: { project_id: videos },
          query: { name },
          bytes,
        })
      ).body.item.id;
    const strip = async (itemId: number): Promise<FilmstripView> =>
      (
        await owner.call<FilmstripView>('main', videoApi.operations.getFilmstrip, {
          params: { project_id: videos, item_id: itemId },
        })
      ).body;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'loupe-film-'));
      await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
      app = await openTestApp(kind, {
        plugins: [
          'teams',
          'projects',
          'items',
          'classes',
          'workflow',
          'editor',
          'editor-vector',
          'editor-video',
          'smart-tools',
        ],
        settings: { modelsFolder: folder, egressAllow: ['127.0.0.1'] },
      });
      owner = (await app.team('North')).owner;
      videos = (
        await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
          body: { name: 'Films', type: 3 },
        })
      ).body.id;
      film = await upload('film.mp4', filmOf(folder));
    }, DATABASE_TIMEOUT_MS);
    afterAll(async () => {
      await app?.close();
      service.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('should make pictures along a video and its thumbnail when it is uploaded', async () => {
      await expect.poll(async () => (await strip(film)).state, { timeout: 60_000 }).toBe('ready');
      const { url, width, height, frames } = (await strip(film)).strip!;
      expect([width, height]).toEqual([128, 72]);
      expect(frames).toEqual(Array.from({ length: FILM.frames }, (_, frame) => frame));
      const image = sharp((await app.app.http.inject({ method: 'GET', url })).rawPayload);
      expect(await image.metadata()).toMatchObject({ format: 'webp', width, height: height * FILM.frames });
      // The square is bright on dark noise.
      const scale = width / FILM.width;
      const { x1, y1 } = squareOn(60);
      const [left, top] = [Math.round(x1 * scale), 60 * height + Math.round(y1 * scale)];
      const brightness = async (from: number): Promise<number> =>
        (await sharp(await image.clone().extract({ left: from, top, width: 18, height: 18 }).toBuffer()).stats())
          .channels[0]!.mean;
      expect(await brightness(left)).toBeGreaterThan(2 * (await brightness(left - 20)));
      const { data } = (
        await owner.call<{ data: readonly { id: number; thumbnail: string | null }[] }>(
          'main',
          itemsApi.operations.listItems,
          { params: { project_id: videos }, query: { limit: 100 } },
        )
      ).body;
      const thumbnail = data.find(({ id }) => id === film)!.thumbnail!;
      const shown = (await app.app.http.inject({ method: 'GET', url: thumbnail })).rawPayload;
      expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 256, height: 144 });
    });

    it('should make none of a file that passes for a video', async () => {
      const noise = await upload('noise.webm', await undecodableVideo(regularPackets(30, 30)));
      await expect.poll(async () => (await strip(noise)).state, { timeout: 60_000 }).toBe('failed');
      expect((await strip(noise)).strip).toBeNull();
    });

    it('should follow an object by the tracker of the operator, part by part, until it is lost', async () => {
      const params = { project_id: videos, item_id: film };
      const { port } = service.address() as AddressInfo;
      const listed = (): Promise<{ body: { tracker: string | null } }> =>
        owner.call('main', videoApi.operations.listTracking, { params });
      expect((await listed()).body.tracker).toBeNull();
      writeFileSync(
        join(folder, 'tracker.json'),
        JSON.stringify({ url: `http://127.0.0.1:${port}/`, model: 'bright' }),
      );
      expect((await listed()).body.tracker).toBe('bright');
      const key = { timestamp: 0, points: squareOn(0), attributes: [] };
      const end = (FILM.frames * 1_000_000) / FILM.rate;
      const box = {
        id: 'a',
        type: 'bbox',
        classId: -1,
        attributes: [],
        parameters: [{ start: 0, end, timestamps: [key, { ...key, timestamp: end, hold: true }] }],
      };
      await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
        params,
        body: {
          op: randomUUID(),
          base: 0,
          data: { metadata: { name: 'film.mp4' }, instances: [box], tags: [], comments: [] },
        },
      });
      const track = async (): Promise<JobView> => {
        const first = { x: squareOn(0).x1, y: squareOn(0).y1, width: 48, height: 48 };
        const { body } = await owner.call<{ job_id: string }>('main', videoApi.operations.trackObject, {
          params,
          body: { instance_id: 'a', from: 0, to: FILM.frames - 1, first, last: null },
        });
        const job = async (): Promise<JobView> =>
          (await owner.call<JobView>('main', kernelApi.operations.getJob, { params: { job_id: body.job_id } })).body;
        await expect.poll(async () => (await job()).finishedAt, { timeout: 60_000 }).not.toBeNull();
        return job();
      };
      expect(await track()).toMatchObject({ state: 'COMPLETED', result: { until: 74, lost: false } });
      expect(asked.map(({ images }) => images.length)).toEqual([48, 28]);
      expect(new Set(asked.map(({ stretch }) => stretch)).size).toBe(1);
      const stored = (
        await owner.call<{ document: AnnotationDocument }>('main', annotationDocumentApi.operations.getAnnotation, {
          params,
        })
      ).body.document.instances[0] as Track;
      const made = stored.parameters[0]!.timestamps.filter(each => each.confidence !== undefined);
      expect(made.length).toBeGreaterThan(0);
      for (const each of made) {
        const { x1 } = each['points'] as { x1: number };
        expect(Math.abs(x1 - squareOn(Math.round((each.timestamp * FILM.rate) / 1e6)).x1)).toBeLessThan(4);
      }
      lostOn = 30;
      expect(await track()).toMatchObject({ state: 'COMPLETED', result: { until: 29, lost: true } });
    });
  });
});
