import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferSource, EncodedPacketSink } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '#core/kernel/common/index.ts';
import { kernelApi } from '#core/kernel/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { regularPackets, undecodableVideo } from '#tests/support/video-file.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ConversionView } from '../common/api.ts';
import { videoApi } from '../common/api.ts';
import { openMedia } from '../common/media/probe-media.ts';
import { trackingApi } from '../common/tracking-api.ts';
import type { Track } from '../common/tracks/track.ts';
import { FILM, filmOf, hasFfmpeg, squareOn as square } from './film.support.ts';

interface Tracked {
  readonly error?: string;
  readonly frames: readonly {
    readonly timestamp: number;
    readonly points: { readonly x1: number };
    readonly confidence: number;
  }[];
}

eachDatabase(kind => {
  describe.skipIf(!hasFfmpeg)('decoding videos on the server, with ffmpeg', () => {
    let app: TestApp;
    let owner: TestPerson;
    let videos: number;
    let images: number;
    let film: number;
    let folder: string;

    const upload = async (name: string, bytes: Buffer): Promise<{ status: number; id: number; error?: string }> => {
      const { status, body } = await owner.call<{ item?: { id: number }; error?: string }>(
        'main',
        itemsApi.operations.uploadItem,
        { params: { project_id: videos }, query: { name }, bytes },
      );
      return { status, id: body.item?.id ?? 0, ...(body.error === undefined ? {} : { error: body.error }) };
    };
    const jobView = async (id: string): Promise<JobView> =>
      (await owner.call<JobView>('main', kernelApi.operations.getJob, { params: { job_id: id } })).body;
    const jobEnd = async (id: string): Promise<JobView> => {
      await expect.poll(async () => (await jobView(id)).finishedAt, { timeout: 60_000 }).not.toBeNull();
      return jobView(id);
    };
    const names = async (projectId: number): Promise<readonly string[]> =>
      (
        await owner.call<{ data: readonly { name: string }[] }>('main', itemsApi.operations.listItems, {
          params: { project_id: projectId },
          query: { limit: 100 },
        })
      ).body.data.map(each => each.name);

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'loupe-film-'));
      app = await openTestApp(kind, {
        plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-vector', 'editor-video'],
      });
      owner = (await app.team('North')).owner;
      const project = async (name: string, type: number): Promise<number> =>
        (await owner.call<{ id: number }>('main', projectsApi.operations.createProject, { body: { name, type } })).body
          .id;
      [videos, images] = [await project('Films', 3), await project('Frames', 1)];
      film = (await upload('film.mp4', filmOf(folder))).id;
    }, DATABASE_TIMEOUT_MS);
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await app?.close();
    });

    const conversion = async (itemId: number): Promise<ConversionView> =>
      (
        await owner.call<ConversionView>('main', videoApi.operations.getConversion, {
          params: { project_id: videos, item_id: itemId },
        })
      ).body;
    const extract = (frames: object, itemId = film): Promise<Answer<{ job_id: string; error?: string }>> =>
      owner.call('main', videoApi.operations.extractFrames, {
        params: { project_id: videos, item_id: itemId },
        body: { to_project_id: images, frames },
      });
    const at = (frame: number): number => (frame === 0 ? 0 : (frame * 1_000_000) / FILM.rate + 1);
    const track = (keyframes: readonly object[], end?: number): Promise<Answer<Tracked>> =>
      owner.call('ml', trackingApi.operations.tracking, {
        body: { item_id: film, keyframes, ...(end === undefined ? {} : { end }) },
      });

    it('should convert a video frame by frame, once, with close key frames', async () => {
      expect(await conversion(film)).toMatchObject({ state: 'none', url: null });
      const asked = await Promise.all(
        [1, 2].map(() =>
          owner.call<ConversionView>('main', videoApi.operations.convert, {
            params: { project_id: videos, item_id: film },
          }),
        ),
      );
      const jobs = new Set(asked.map(({ body }) => body.job_id));
      expect([...jobs]).toHaveLength(1);
      expect(await jobEnd([...jobs][0]!)).toMatchObject({ state: 'COMPLETED' });
      const { state, url } = await conversion(film);
      expect(state).toBe('ready');
      const bytes = (await app.app.http.inject({ method: 'GET', url: url! })).rawPayload;
      const input = openMedia(new BufferSource(bytes));
      const [packets, keys]: [number[], number[]] = [[], []];
      for await (const packet of new EncodedPacketSink((await input.getPrimaryVideoTrack())!).packets()) {
        packets.push(Math.round(packet.timestamp * FILM.rate));
        if (packet.type === 'key') keys.push(packets.length - 1);
      }
      input.dispose();
      expect(packets).toEqual(Array.from({ length: FILM.frames }, (_, frame) => frame));
      expect(keys).toEqual([0, 15, 30, 45, 60]);
    });

    it('should add chosen frames to another project under their numbers, and skip those that are there', async () => {
      const first = await jobEnd((await extract({ by: 'count', every: 30 })).body.job_id);
      expect(first).toMatchObject({ state: 'COMPLETED', result: { added: 3, skipped: 0 } });
      const second = await jobEnd((await extract({ by: 'time', every: 1.2 })).body.job_id);
      expect(second).toMatchObject({ state: 'COMPLETED', result: { added: 0, skipped: 3 } });
      const scenes = await jobEnd((await extract({ by: 'scenes', change: 0.95 })).body.job_id);
      expect(scenes).toMatchObject({ result: { added: 0, skipped: 1 } });
      expect([...(await names(images))].toSorted()).toEqual(['film_000001.jpg', 'film_000031.jpg', 'film_000061.jpg']);
    });

    it('should refuse projects that take no images, and people who may not add to them', async () => {
      const wrong = await owner.call<{ error: string }>('main', videoApi.operations.extractFrames, {
        params: { project_id: videos, item_id: film },
        body: { to_project_id: videos, frames: { by: 'count', every: 1 } },
      });
      expect([wrong.status, wrong.body.error]).toEqual([415, 'Films takes no images. Choose a project of images.']);
      const none = await owner.call('main', videoApi.operations.extractFrames, {
        params: { project_id: videos, item_id: film },
        body: { to_project_id: 999_999, frames: { by: 'count', every: 1 } },
      });
      expect(none.status).toBe(404);
      expect((await extract({ by: 'count', every: 0 })).status).toBe(400);
    });

    it('should follow an object from one box on, and between known boxes', async () => {
      const { status, body } = await track([{ timestamp: at(5), points: square(5) }], at(40));
      expect([status, body.frames?.length]).toEqual([200, 36]);
      expect(body.frames[0]).toMatchObject({ timestamp: at(5), confidence: 1 });
      expect(body.frames.at(-1)).toMatchObject({ timestamp: at(40) });
      expect(Math.abs(body.frames.at(-1)!.points.x1 - square(40).x1)).toBeLessThan(3);
      const between = (await track([10, 30, 50].map(frame => ({ timestamp: at(frame), points: square(frame) })))).body
        .frames;
      expect(between.map(({ timestamp }) => timestamp)).toEqual(Array.from({ length: 41 }, (_, step) => at(10 + step)));
      expect(between.filter(({ confidence }) => confidence === 1).length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...between.map((each, step) => Math.abs(each.points.x1 - square(10 + step).x1)))).toBeLessThan(3);
    });

    it('should track as a job into the annotations as they are at its end, and only where the object fits', async () => {
      const keys = (...frames: readonly number[]): object[] =>
        frames.map(frame => ({ timestamp: at(frame), points: square(frame), attributes: [] }));
      const box = (id: string, ...frames: readonly number[]): object => ({
        id,
        type: 'bbox',
        classId: -1,
        attributes: [],
        parameters: [
          {
            start: 0,
            end: 3_000_000,
            timestamps: [...keys(...frames), { ...keys(0)[0], timestamp: 3_000_000, hold: true }],
          },
        ],
      });
      const params = { project_id: videos, item_id: film };
      const save = async (base: number, ...instances: object[]): Promise<number> => {
        const { status, body } = await owner.call<{ revision: number }>(
          'main',
          annotationDocumentApi.operations.saveAnnotation,
          {
            params,
            body: {
              op: randomUUID(),
              base,
              data: { metadata: { name: 'film.mp4' }, instances, tags: [], comments: [] },
            },
          },
        );
        expect(status).toBe(200);
        return body.revision;
      };
      const stored = async (id: string): Promise<Track> =>
        (
          await owner.call<{ document: AnnotationDocument }>('main', annotationDocumentApi.operations.getAnnotation, {
            params,
          })
        ).body.document.instances.find(each => each.id === id) as Track;
      const begun = (id: string, from: number, to: number): Promise<Answer<{ job_id: string; error?: string }>> => {
        const { x1, y1 } = square(from);
        const first = { x: x1, y: y1, width: 48, height: 48 };
        return owner.call('main', videoApi.operations.trackObject, {
          params,
          body: { instance_id: id, from, to, first, last: null },
        });
      };
      const running = async (): Promise<readonly object[]> =>
        (await owner.call<{ data: object[] }>('main', videoApi.operations.listTracking, { params })).body.data;
      const revision = await save(0, box('a', 0), box('b', 0));
      const job = (await begun('a', 0, 74)).body.job_id;
      const listed = await running();
      // It may have ended by then.
      if ((await jobView(job)).finishedAt === null) expect(listed).toEqual([{ job_id: job, instance_id: 'a' }]);
      // Somebody works on another object meanwhile.
      await save(revision, box('a', 0), box('b', 0, 12));
      expect(await jobEnd(job)).toMatchObject({ state: 'COMPLETED', result: { until: 74, lost: false } });
      const { timestamps } = (await stored('a')).parameters[0]!;
      const made = timestamps.filter(key => key.confidence !== undefined);
      expect(made.length).toBeGreaterThan(0);
      for (const key of made)
        expect(
          Math.abs((key['points'] as { x1: number }).x1 - square((key.timestamp * FILM.rate) / 1e6).x1),
        ).toBeLessThan(4);
      expect((await stored('b')).parameters[0]!.timestamps.length).toBe(3);
      // The place from which it is followed is not that of the object.
      const other = (await begun('b', 12, 60)).body.job_id;
      expect(await jobEnd(other)).toMatchObject({ state: 'FAILED', error: { code: 'CONFLICT' } });
      expect((await begun('b', 0, 0)).status).toBe(400);
      expect(await running()).toEqual([]);
    });

    it('should refuse boxes that cannot be followed, naming them', async () => {
      const flat = await track([{ timestamp: 0, points: { x1: 1, y1: 1, x2: 1, y2: 9 } }]);
      expect([flat.status, flat.body.error]).toEqual([422, 'keyframes[0].points must have an area.']);
      const mixed = await track([10, 4].map(frame => ({ timestamp: at(frame), points: square(frame) })));
      expect([mixed.status, mixed.body.error]).toEqual([
        422,
        'keyframes[1].timestamp must be on a later frame than the one before.',
      ]);
    });

    it('should end a job whose file passes for a video, with the reason and without a result', async () => {
      const { id } = await upload('noise.webm', await undecodableVideo(regularPackets(30, 30)));
      await owner.call('main', videoApi.operations.convert, { params: { project_id: videos, item_id: id } });
      await expect.poll(async () => (await conversion(id)).state, { timeout: 60_000 }).toBe('failed');
      expect((await conversion(id)).error).toMatch(/frames can be decoded|could not decode|decoded/);
      expect((await conversion(id)).url).toBeNull();
    });
  });
});
