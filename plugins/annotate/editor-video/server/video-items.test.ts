import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationsApi } from '#plugins/annotate/annotation-api/common/index.ts';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { regularPackets, undecodableVideo } from '#tests/support/video-file.ts';
import type { ItemMedia } from '../common/api.ts';
import { videoApi } from '../common/api.ts';
import { fromSteps } from '../common/media/probe-media.ts';

interface Uploaded {
  readonly item: { readonly id: number };
  readonly error?: string;
  readonly code?: string;
}
interface Stored {
  readonly revision: number;
  readonly code?: string;
  readonly error?: string;
  readonly document: {
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly instances: readonly Readonly<Record<string, unknown>>[];
    readonly comments: readonly Readonly<Record<string, unknown>>[];
  };
}

const key = (timestamp: number, x: number): object => ({
  timestamp,
  points: { x1: x, y1: 0, x2: x + 10, y2: 10 },
  attributes: [],
});
const track = (id: string, ...times: readonly number[]): object => ({
  id,
  type: 'bbox',
  classId: -1,
  attributes: [],
  parameters: [{ start: times[0], end: times.at(-1), timestamps: times.map((time, at) => key(time, at * 5)) }],
});

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;

  const upload = (name: string, bytes: Buffer): Promise<Answer<Uploaded>> =>
    owner.call<Uploaded>('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name },
      bytes,
    });
  const uploaded = async (name: string, bytes: Buffer): Promise<number> => (await upload(name, bytes)).body.item.id;
  const media = async (itemId: number): Promise<ItemMedia | null> =>
    (
      await owner.call<{ media: ItemMedia | null }>('main', videoApi.operations.getMedia, {
        params: { project_id: projectId, item_id: itemId },
      })
    ).body.media;
  const open = async (itemId: number): Promise<Stored> =>
    (
      await owner.call<Stored>('main', annotationDocumentApi.operations.openItem, {
        params: { project_id: projectId, item_id: itemId },
      })
    ).body;
  const save = (
    itemId: number,
    instances: readonly object[],
    comments: readonly object[] = [],
  ): Promise<Answer<Stored>> =>
    owner.call<Stored>('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: projectId, item_id: itemId },
      body: { op: newId(), base: 0, data: { metadata: { name: 'a' }, instances, tags: [], comments } },
    });
  const send = (itemId: number, document: unknown): Promise<Answer> =>
    owner.call('assets', annotationsApi.operations.uploadOne, {
      params: { item_id: itemId },
      query: { team_id: team.id, project_id: projectId, overwrite: true },
      body: document,
    });
  const download = async (itemId: number): Promise<Stored['document']> =>
    JSON.parse(
      (
        await owner.call<string>('assets', annotationsApi.operations.downloadOne, {
          params: { item_id: itemId },
          query: { team_id: team.id, project_id: projectId },
        })
      ).body,
    ) as Stored['document'];

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'skeletons',
        'workflow',
        'editor',
        'editor-vector',
        'editor-video',
        'annotation-api',
      ],
      jobs: false,
    });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Films', type: 3 },
      })
    ).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('uploading a video', () => {
    it('should keep it with its size and list its frames by its packets', async () => {
      const times = [0, 0.04, 0.081, 0.12, 0.3, 0.34];
      const answer = await upload(
        'variable.webm',
        await undecodableVideo(
          times.map((timestamp, at) => ({ timestamp, duration: (times[at + 1] ?? 0.4) - timestamp })),
        ),
      );
      expect(answer.body.item).toMatchObject({ metadata: { width: 64, height: 48, mime: 'video/webm' } });
      const found = await media(answer.body.item.id);
      expect(found).toMatchObject({
        kind: 'video',
        codec: 'vp8',
        width: 64,
        height: 48,
        rotation: 0,
        has_audio: false,
      });
      expect(fromSteps(found!.steps)).toEqual(times.map(time => Math.round(time * 1_000_000)));
      // Kept after the first reading.
      expect(await media(answer.body.item.id)).toEqual(found);
    });

    it('should count frames in the order in which they are shown', async () => {
      const shown = [0, 3, 1, 2, 6, 4, 5];
      const id = await uploaded(
        'reordered.mp4',
        await undecodableVideo(
          shown.map((at, place) => ({ timestamp: at / 25, duration: 1 / 25, key: place === 0 })),
          { format: 'mp4' },
        ),
      );
      expect(fromSteps((await media(id))!.steps)).toEqual([0, 1, 2, 3, 4, 5, 6].map(at => at * 40_000));
    });

    it.for([
      'media/production_3677121.mp4 720 1366 258 5160000',
      'mouse_keypoints/videos/test_vid.mp4 396 406 994 3976000',
    ])('should find every frame of %s', async (line, { skip }) => {
      const [path, width, height, frames, duration] = line.split(' ') as [string, string, string, string, string];
      const file = `../shared/data/video/${path}`;
      skip(!existsSync(file), 'the file is not here');
      const found = await media(await uploaded(path.split('/').at(-1)!, readFileSync(file)));
      expect([found!.width, found!.height, found!.steps.length, found!.duration]).toEqual(
        [width, height, frames, duration].map(Number),
      );
    });

    it('should refuse what is no video, naming it and the reason', async () => {
      const video = await undecodableVideo(regularPackets(90, 30), { format: 'mp4' });
      const answers = [
        await upload('a.txt', Buffer.from('x')),
        await upload('page.mp4', Buffer.from('<html></html>')),
        await upload('picture.mp4', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')),
        await upload('empty.mp4', Buffer.alloc(0)),
        await upload('cut.mp4', video.subarray(0, 400)),
        await upload('cut-late.webm', (await undecodableVideo([])).subarray(0, 60)),
      ];
      expect(answers.map(answer => [answer.status, answer.body.error])).toEqual([
        [415, expect.stringContaining(".txt files aren't supported in Video projects.")],
        [422, 'page.mp4 is neither a video nor a sound that can be read. It may be damaged or cut off.'],
        [415, expect.stringContaining('picture.mp4 is neither a video nor a sound but image/png.')],
        [422, 'empty.mp4 is empty.'],
        [422, expect.stringMatching(/^cut\.mp4 (can't be read|has no|holds neither|is cut off)/)],
        [422, expect.stringMatching(/^cut-late\.webm /)],
      ]);
    });
  });

  describe('storing annotations of a video', () => {
    it('should store what the editor saves, and hand it out in the export form', async () => {
      const id = await uploaded('save.webm', await undecodableVideo(regularPackets(60, 30)));
      const note = {
        id: 'c1',
        x: 3,
        y: 4,
        start: 100_000,
        end: 100_000,
        resolved: false,
        correspondence: [{ text: 'Look', email: owner.email }],
      };
      expect((await save(id, [track('t1', 0, 500_000, 1_900_000)], [note])).body).toMatchObject({ revision: 1 });
      expect(await open(id)).toMatchObject({
        document: {
          metadata: { width: 64, height: 48 },
          instances: [{ id: 't1', type: 'bbox', start: 0, end: 1_900_000, parameters: [{ timestamps: [{}, {}, {}] }] }],
          comments: [{ id: 'c1', x: 3 }],
        },
      });
      const document = await download(id);
      expect(document).not.toHaveProperty('comments');
      expect(document.instances).toMatchObject([
        {
          meta: { id: 't1', type: 'bbox', classId: -1, start: 0, end: 1_900_000 },
          parameters: [{ start: 0, end: 1_900_000 }],
        },
        {
          meta: { id: 'c1', type: 'comment', start: 100_000, end: 100_000, correspondence: [{ text: 'Look' }] },
          parameters: [{ timestamps: [{ points: { x1: 3, y1: 4 } }, {}] }],
        },
      ]);
    });

    it('should refuse times beyond the end of the file, and say where', async () => {
      const id = await uploaded('short.webm', await undecodableVideo(regularPackets(60, 30)));
      await media(id);
      const { status, body } = await save(id, [track('t1', 0, 9_000_000)]);
      expect([status, body.error]).toEqual([422, expect.stringContaining('9000000 is greater than the maximum of')]);
    });

    it('should take uploaded documents of both forms and open them for the editor', async () => {
      const id = await uploaded('both.webm', await undecodableVideo(regularPackets(60, 30)));
      const exported = {
        metadata: { name: 'both.webm' },
        instances: [
          {
            meta: { type: 'bbox', className: 'Car', start: 0, end: 900_001 },
            parameters: [{ start: 0, end: 900_001, timestamps: [key(0, 1), key(900_001, 9)] }],
          },
        ],
        tags: [],
      };
      expect((await send(id, exported)).status).toBeLessThan(300);
      expect((await open(id)).document.instances).toMatchObject([
        {
          type: 'bbox',
          className: 'Car',
          creationType: 'Preannotation',
          parameters: [{ timestamps: [{ timestamp: 0 }, { timestamp: 900_001 }] }],
        },
      ]);
      const internal = {
        metadata: { name: 'both.webm', duration: 2 },
        instances: [
          { id: 'x', type: 'event', classId: -1, timeline: { '0.5': { active: true }, '1.5': { active: false } } },
        ],
        tags: [],
      };
      expect((await send(id, internal)).status).toBeLessThan(300);
      expect((await open(id)).document).toMatchObject({
        metadata: { duration: 2_000_000 },
        instances: [{ id: 'x', type: 'event', parameters: [{ start: 500_000, end: 1_500_000 }] }],
      });
    });

    it('should refuse a damaged document', async () => {
      const id = await uploaded('damaged.webm', await undecodableVideo(regularPackets(60, 30)));
      expect((await save(id, [{ ...track('t1', 0, 5), parameters: [] }])).status).toBe(422);
      expect((await save(id, [track('t1', 500_000, 100_000)])).status).toBe(422);
    });
  });
});
