import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Prediction, Preparation, ReadText } from '../common/api.ts';
import type { Capability } from '../common/capability.ts';
import { cellsOfRuns, unpackRuns } from '../common/mask-runs.ts';

/** Models that `models install` put somewhere; named in the environment, because they are no part of the repository. */
const MODELS = process.env['LOUPE_TEST_MODELS'] ?? '';
const hasModels =
  existsSync(join(MODELS, 'sam2-hiera-tiny/decoder.onnx')) && existsSync(join(MODELS, 'pp-ocr-v4/recognise.onnx'));
const PLUGINS = ['teams', 'projects', 'items', 'classes', 'editor', 'smart-tools'];
const BASE = '/services/ml';

interface Stage {
  readonly app: TestApp;
  readonly team: TestTeam;
  readonly owner: TestPerson;
  readonly project: number;
}

async function openStage(modelsFolder: string, cacheFolder = ''): Promise<Stage> {
  const app = await openTestApp(anyDatabase(), {
    plugins: PLUGINS,
    jobs: false,
    settings: { modelsFolder, cacheFolder },
  });
  const team = await app.team('Alpha');
  const { owner } = team;
  const project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Photos', type: 1 } })).body
    .id;
  return { app, team, owner, project };
}

/** A red disc of radius 100 at (260, 200) on a blue field of 640 × 400. */
const disc = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#274a7a"/><circle cx="260" cy="200" r="100" fill="#d33a2c"/></svg>',
    ),
  )
    .png()
    .toBuffer();

async function upload({ owner, project }: Stage, name: string, bytes: Buffer): Promise<number> {
  return (
    await owner.request<{ item: { id: number } }>('PUT', `/api/v1/project/${project}/upload?name=${name}`, { bytes })
  ).body.item.id;
}

const predict = (person: TestPerson, body: object): Promise<Answer<Prediction>> =>
  person.request('POST', `${BASE}/polygon-prediction`, { body });
const prepare = (person: TestPerson, item: number, priority = 'now'): Promise<Answer<Preparation>> =>
  person.request('POST', `${BASE}/item/${item}/preparation`, { body: { priority } });
const read = (person: TestPerson, body: object): Promise<Answer<ReadText>> =>
  person.request('POST', `${BASE}/ocr`, { body });
const problem = (answer: Answer<object>): readonly [number, unknown] => [
  answer.status,
  (answer.body as { code?: string }).code,
];

/** Cells of a candidate as item places are asked for. */
function cellsAt(answer: Prediction, at = 0): (x: number, y: number) => boolean {
  const one = answer.candidates[at]!;
  const cells = cellsOfRuns({
    ...one,
    rows: unpackRuns(inflateRawSync(Buffer.from(one.runs, 'base64')), one.width, one.height),
  });
  return (x, y) => {
    const [column, row] = [Math.floor(x / answer.step) - one.x, Math.floor(y / answer.step) - one.y];
    return column >= 0 && row >= 0 && column < one.width && row < one.height && cells[row * one.width + column] === 1;
  };
}

describe('without models', () => {
  let stage: Stage;
  let item: number;
  beforeAll(async () => {
    stage = await openStage('');
    item = await upload(stage, 'disc.png', await disc());
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => stage.app.close());

  it('should say what answers in place of the model, why, and the cure', async () => {
    const { body } = await stage.owner.request<{ data: Capability[] }>('GET', `${BASE}/capabilities`);
    const named = new Map(body.data.map(each => [each.name, each]));
    expect(named.get('segment')).toMatchObject({ state: 'fallback', provider: 'grabcut' });
    expect(named.get('segment')!.reason).toContain('models install');
    expect(named.get('ocr')).toMatchObject({ state: 'unavailable' });
    expect(named.get('track')).toMatchObject({ state: 'ready', provider: 'two-way' });
  });

  it('should answer 503 MODEL_UNAVAILABLE and never a made-up outline or text', async () => {
    expect(problem(await predict(stage.owner, { image: item, points: [260, 200] }))).toEqual([
      503,
      'MODEL_UNAVAILABLE',
    ]);
    expect(problem(await read(stage.owner, { image: item }))).toEqual([503, 'MODEL_UNAVAILABLE']);
    expect(problem(await prepare(stage.owner, item))).toEqual([503, 'MODEL_UNAVAILABLE']);
  });

  it('should reveal nothing of another team’s item, also without a model', async () => {
    const other = (await stage.app.team('Beta')).owner;
    for (const answer of [
      await predict(other, { image: item, points: [1, 1] }),
      await read(other, { image: item }),
      await prepare(other, item),
    ])
      expect(problem(answer)).toEqual([404, 'NOT_FOUND']);
  });
});

describe.skipIf(!hasModels)(
  'with the models (skipped where LOUPE_TEST_MODELS names no folder that "models install" filled)',
  () => {
    let stage: Stage;
    let cache: string;
    let item: number;
    beforeAll(async () => {
      cache = await mkdtemp(join(tmpdir(), 'loupe-ml-'));
      stage = await openStage(MODELS, cache);
      item = await upload(stage, 'disc.png', await disc());
    }, DATABASE_TIMEOUT_MS);
    afterAll(async () => {
      await stage.app.close();
      await rm(cache, { recursive: true, force: true });
    });

    const ready = async (id: string): Promise<Preparation> => {
      for (;;) {
        const { body } = await stage.owner.request<Preparation>('GET', `${BASE}/preparation/${id}?wait_ms=20000`);
        if (body.state !== 'waiting' && body.state !== 'working') return body;
      }
    };

    it('should prepare a picture once, and find the embedding again', async () => {
      const first = await prepare(stage.owner, item);
      expect(first.status).toBe(202);
      expect(await ready(first.body.id)).toMatchObject({ state: 'ready', item_id: item, provider: 'sam2-onnx' });
      expect((await ready((await prepare(stage.owner, item)).body.id)).ms).toBe(0);
    });

    it('should outline the disc from one click, with three candidates, best first, in item pixels', async () => {
      const { status, body } = await predict(stage.owner, { image: item, points: [{ x: 260, y: 200, label: 1 }] });
      expect(status).toBe(200);
      expect(body.candidates.map(each => each.score)).toEqual(
        body.candidates.map(each => each.score).toSorted((one, other) => other - one),
      );
      expect(body.candidates).toHaveLength(3);
      const inside = cellsAt(body);
      const wrong = Array.from({ length: 400 }, (_, y) =>
        Array.from({ length: 640 }, (_, x) => Number(inside(x, y) !== Math.hypot(x + 0.5 - 260, y + 0.5 - 200) < 100)),
      )
        .flat()
        .reduce((sum, each) => sum + each, 0);
      expect(wrong / (Math.PI * 100 * 100)).toBeLessThan(0.05);
      expect(Math.max(...body.points.filter((_, at) => at % 2 === 0))).toBeCloseTo(360, -1);
      expect(JSON.stringify(body).length).toBeLessThan(60_000);
    });

    it('should take a box, a point that does not belong, and the candidate they correct', async () => {
      const box = { x1: 155, y1: 95, x2: 365, y2: 305 };
      const first = (await predict(stage.owner, { image: item, box })).body;
      expect(cellsAt(first)(260, 200)).toBe(true);
      const second = await predict(stage.owner, {
        image: item,
        box,
        points: [{ x: 500, y: 200, label: 0 }],
        previous: { id: first.id, candidate: 0 },
      });
      expect(second.status).toBe(200);
      expect(cellsAt(second.body)(500, 200)).toBe(false);
    });

    it('should answer flat points as positive ones, and a coarse grid for a preview', async () => {
      const { body } = await predict(stage.owner, { image: item, points: [260, 200], longest_side: 64 });
      expect(body.step).toBe(10);
      expect(cellsAt(body)(260, 200)).toBe(true);
    });

    it('should name the field that is wrong', async () => {
      for (const [body, text] of [
        [{ image: item, points: [700, 20] }, 'points[0]'],
        [{ image: item }, 'points'],
        [{ image: item, points: [1] }, 'points'],
        [{ image: item, box: { x1: 5, y1: 5, x2: 5, y2: 9 } }, 'box'],
        [{ image: item, points: [1, 1], longest_side: 9000 }, 'longest_side'],
        [{ image: item, points: Array.from({ length: 65 }, () => ({ x: 1, y: 1 })) }, 'points'],
      ] as const) {
        const answer = await predict(stage.owner, body);
        expect(problem(answer)).toEqual([400, 'INVALID_FIELD']);
        expect((answer.body as unknown as { error: string }).error).toContain(text);
      }
      expect(problem(await read(stage.owner, { image: item, points: [900, 10, 990, 10, 990, 40, 900, 40] }))).toEqual([
        400,
        'INVALID_FIELD',
      ]);
    });

    it('should keep a preparation to its owner, and let the owner cancel it', async () => {
      const another = await upload(
        stage,
        'other.png',
        await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888888' } })
          .png()
          .toBuffer(),
      );
      const { body } = await prepare(stage.owner, another, 'ahead');
      const stranger = (await stage.app.team('Gamma')).owner;
      expect(problem(await stranger.request('GET', `${BASE}/preparation/${body.id}`))).toEqual([404, 'NOT_FOUND']);
      expect(problem(await stranger.request('DELETE', `${BASE}/preparation/${body.id}`))).toEqual([404, 'NOT_FOUND']);
      expect((await stage.owner.request<Preparation>('DELETE', `${BASE}/preparation/${body.id}`)).body.state).toBe(
        'cancelled',
      );
      expect((await ready(body.id)).state).toBe('cancelled');
    });

    it('should serve only who may annotate', async () => {
      const stranger = (await stage.app.team('Delta')).owner;
      expect(problem(await predict(stranger, { image: item, points: [1, 1] }))).toEqual([404, 'NOT_FOUND']);
      const member = await stage.team.join('member@alpha.test');
      expect(problem(await predict(member, { image: item, points: [1, 1] }))).toEqual([404, 'NOT_FOUND']);
    });

    it('should outline a picture that its camera turned as people see it', async () => {
      const turned = await upload(
        stage,
        'turned.jpg',
        await sharp(await disc())
          .rotate(270)
          .jpeg({ quality: 95 })
          .withMetadata({ orientation: 6 })
          .toBuffer(),
      );
      const { body } = await predict(stage.owner, { image: turned, points: [260, 200] });
      const inside = cellsAt(body);
      expect([inside(260, 200), inside(200, 260), inside(500, 200)]).toEqual([true, true, false]);
    });

    it('should read a line in a turned region, a page, and nothing where nothing is written', async () => {
      const page = await upload(
        stage,
        'page.png',
        await sharp(
          Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500"><rect width="900" height="500" fill="#fff"/>
      <g font-family="DejaVu Sans" font-size="36" fill="#111"><text x="60" y="80">Invoice 2041</text><text x="60" y="160">Total 318.50 EUR</text>
      <text x="0" y="0" transform="translate(500 420) rotate(-30)">PLATE AB123</text></g></svg>`),
        )
          .png()
          .toBuffer(),
      );
      const whole = (await read(stage.owner, { image: page })).body;
      expect(whole.boxes.map(each => each.text.replaceAll(' ', ''))).toEqual(
        expect.arrayContaining(['Invoice2041', 'Total318.50EUR']),
      );
      expect(whole.provider).toBe('onnx-ppocr');
      // The upright rectangle around the turned text, turned with it.
      const [cos, sin] = [Math.cos(-Math.PI / 6), Math.sin(-Math.PI / 6)];
      const corner = (x: number, y: number): readonly number[] => [500 + x * cos - y * sin, 420 + x * sin + y * cos];
      const region = [corner(-10, -40), corner(280, -40), corner(280, 15), corner(-10, 15)].flat();
      expect((await read(stage.owner, { image: page, points: region })).body.text.replaceAll(' ', '')).toBe(
        'PLATEAB123',
      );
      expect(
        (await read(stage.owner, { image: page, points: [650, 30, 850, 30, 850, 80, 650, 80] })).body,
      ).toMatchObject({ text: '', boxes: [] });
    });
  },
);
