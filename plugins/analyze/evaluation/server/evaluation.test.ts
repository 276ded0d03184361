import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { transferPlugins, zip } from '#plugins/exchange/exchange/server/import.support.ts';
import { bareItems } from '#tests/support/annotated-items.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { evaluationApi } from '../common/api.ts';
import type { EvaluationItem, EvaluationView } from '../common/evaluation-shapes.ts';
import type { PredictionSet } from '../common/prediction-shapes.ts';
import { matrixOf, NAMES, result } from './evaluation.support.ts';

const { operations } = evaluationApi;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let project: number;
  let items: readonly number[];
  const classes: Record<string, number> = {};

  const place = (rest: string): string => `/api/v1/project/${project}${rest}`;
  const params = (more: object = {}): object => ({ project_id: project, ...more });
  const box = (name: string, x1: number): object => ({
    id: newId(),
    type: 'bbox',
    classId: classes[name],
    attributes: [],
    probability: 100,
    points: { x1, y1: 0, x2: x1 + 20, y2: 20 },
  });
  const save = async (person: TestPerson, item: number, instances: readonly object[]): Promise<void> => {
    const { revision } = (await person.request<{ revision: number }>('GET', place(`/item/${item}/editor`))).body;
    const data = { metadata: { name: 'x' }, instances, tags: [], comments: [] };
    const { status } = await person.request('PUT', place(`/item/${item}/annotation`), {
      body: { op: newId(), base: revision, data },
    });
    expect(status).toBeLessThan(300);
  };
  const upload = (file_name: string, bytes: Buffer, person = owner): Promise<Answer<PredictionSet>> =>
    person.call('main', operations.uploadPredictionSet, {
      params: params(),
      query: { file_name, name: 'Detector', model: 'yolo', version: '2' },
      bytes,
    });
  const settled = async <T extends { readonly state: string }>(read: () => Promise<Answer<T>>): Promise<T> => {
    await expect
      .poll(async () => (await read()).body.state, { timeout: DATABASE_TIMEOUT_MS })
      .not.toMatch(/reading|running/);
    return (await read()).body;
  };
  const sent = async (fileName: string, content: Buffer | unknown): Promise<PredictionSet> => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    const { id } = (await upload(fileName, bytes)).body;
    return settled(() =>
      owner.call('main', operations.getPredictionSet, { params: params({ prediction_set_id: id }) }),
    );
  };
  const keep = (id: number): Promise<Answer<PredictionSet>> =>
    owner.call('main', operations.updatePredictionSet, {
      params: params({ prediction_set_id: id }),
      body: { kept: true },
    });
  const evaluated = async (body: object): Promise<EvaluationView> => {
    const begun = await owner.call<EvaluationView>('main', operations.startEvaluation, { params: params(), body });
    expect([begun.status, begun.body]).toMatchObject([202, {}]);
    const of = params({ evaluation_id: begun.body.id });
    return settled(() => owner.call('main', operations.getEvaluation, { params: of }));
  };
  const listed = async (id: number, query: object): Promise<{ data: EvaluationItem[]; count: number }> =>
    (
      await owner.call<{ data: EvaluationItem[]; count: number }>('main', operations.listEvaluatedItems, {
        params: params({ evaluation_id: id }),
        query,
      })
    ).body;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [...transferPlugins, 'workflow', 'task-requests', 'review', 'agreement', 'explore', 'evaluation'],
    });
    team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@x.org');
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Streets', type: 1 } })).body.id;
    for (const name of ['Car', 'Bus'])
      classes[name] = (
        await owner.request<{ id: number }[]>('POST', `/classes?project_id=${project}`, {
          body: { classes: [{ name, color: '#ff0000', type: 1, attribute_groups: [] }] },
        })
      ).body[0]!.id;
    items = await bareItems(app, team, project, NAMES);
    await app.database
      .system('a test')
      .transaction(trx =>
        sql`update items.item set width = 200, height = 100 where project_id = ${project}::int`.execute(trx),
      );
    await save(owner, items[0]!, [box('Car', 0), box('Car', 50)]);
    await save(owner, items[1]!, [box('Car', 0), box('Bus', 50)]);
    await save(owner, items[2]!, []);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('predictions of a COCO results file', () => {
    let set: PredictionSet;
    let view: EvaluationView;

    it('should be previewed with what matches, and be kept apart from the annotations', async () => {
      set = await sent('results.json', [
        result(7, 'car', 1, 0.9),
        result(7, 'Truck', 51, 0.605),
        result(8, 'Bus', 0, 0.8),
        result(9, 'Car', 100, 0.3),
        result(10, 'Car', 0, 0.9),
        result(77, 'Car', 0, 0.9),
        { ...result(7, 'Car', 0, 2) },
      ]);
      expect(set).toMatchObject({
        state: 'preview',
        report: {
          documents: 5,
          matched: 4,
          missing: 1,
          objects: 5,
          image_ids: 'names',
          types: { box: 5 },
          findings: [{ message: 'score must be a number from 0 to 1' }],
        },
      });
      expect(set.report!.classes).toEqual(
        expect.arrayContaining([
          { name: 'Car', objects: 3, known: true },
          { name: 'Truck', objects: 1, known: false },
        ]),
      );
      const before = await owner.call('main', operations.startEvaluation, {
        params: params(),
        body: { task: 'boxes', prediction_set_id: set.id },
      });
      expect(before.status).toBe(409);
      expect((await keep(set.id)).body.state).toBe('ready');
      const opened = await owner.request<{ document: { instances: object[] } }>(
        'GET',
        place(`/item/${items[0]}/annotation`),
      );
      expect(opened.body.document.instances).toHaveLength(2);
    });

    it('should be compared with the annotations, as they are counted by hand', async () => {
      view = await evaluated({ task: 'boxes', prediction_set_id: set.id });
      expect(view).toMatchObject({ state: 'ready', subject: 'Detector · yolo · 2', items: 3 });
      expect(view.result).toMatchObject({ skipped: 1, truths: 4, predictions: 4, scored: true });
      const names = view.result!.classes.map(each => each.name);
      const [car, bus, truck] = ['Car', 'Bus', 'Truck'].map(name => names.indexOf(name)) as [number, number, number];
      const all = matrixOf(view, 0);
      expect(all.overall()).toMatchObject({ truths: 4, predictions: 4, right: 1, precision: 0.25, recall: 0.25 });
      expect([all.at(car, truck), all.at(car, bus), all.at(bus, -1), all.at(-1, car)]).toEqual([1, 1, 1, 1]);
      expect([matrixOf(view, 60).at(car, truck), matrixOf(view, 61).at(car, truck)]).toEqual([1, 0]);
      // One of three cars is found with the most confident prediction: precision 1 up to a recall of 1/3.
      expect(view.result!.classes[car]!.precision.all.ap50).toBeCloseTo(34 / 101);
    });

    it('should lead from each cell and from the worst items to the items', async () => {
      const names = view.result!.classes.map(each => each.name);
      for (const step of [0, 31, 61, 85]) {
        const matrix = matrixOf(view, step);
        for (const [truth, predicted] of [-1, ...names.keys()].flatMap(one =>
          [-1, ...names.keys()].map(other => [one, other] as const),
        )) {
          const objects = truth === -1 && predicted === -1 ? 0 : matrix.at(truth, predicted);
          const { count } = await listed(view.id, { step, truth, predicted });
          // In these items no cell has two objects.
          expect([step, truth, predicted, count]).toEqual([step, truth, predicted, objects]);
        }
        const worst = await listed(view.id, { step });
        const overall = matrix.overall();
        const sum = (of: (item: EvaluationItem) => number): number =>
          worst.data.reduce((total, item) => total + of(item), 0);
        expect([step, sum(each => each.right + each.confused + each.extra)]).toEqual([step, overall.predictions]);
        expect(worst.data.map(each => each.f1)).toEqual(worst.data.map(each => each.f1).toSorted((a, b) => a - b));
      }
    });

    it('should go with its evaluations', async () => {
      const remove = (): Promise<Answer> =>
        owner.call('main', operations.deletePredictionSet, { params: params({ prediction_set_id: set.id }) });
      expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
      expect(
        (await owner.call('main', operations.getEvaluation, { params: params({ evaluation_id: view.id }) })).status,
      ).toBe(404);
    });
  });

  it('should take image ids from the COCO file of the data set beside the results', async () => {
    const dataset = {
      images: [{ id: 1, file_name: 'val/000000000008.png', width: 200, height: 100 }],
      categories: [{ id: 5, name: 'Bus' }],
      annotations: [],
    };
    const rows = [{ image_id: 1, category_id: 5, bbox: [50, 0, 20, 20], score: 0.77 }];
    const file = await zip({ 'instances.json': JSON.stringify(dataset), 'results.json': JSON.stringify(rows) });
    const set = await sent('coco.zip', file);
    expect(set.report).toMatchObject({
      matched: 1,
      missing: 0,
      image_ids: 'file',
      classes: [{ name: 'Bus', objects: 1 }],
    });
    await keep(set.id);
    const view = await evaluated({ task: 'boxes', prediction_set_id: set.id, only_predicted: true });
    expect(matrixOf(view, 77).overall()).toMatchObject({ truths: 2, predictions: 1, right: 1 });
    expect(matrixOf(view, 78).overall()).toMatchObject({ predictions: 0 });
    const some = await evaluated({ task: 'boxes', prediction_set_id: set.id, query: `id IN [${items[0]}]` });
    expect(some).toMatchObject({ items: 1, result: { predicted_items: 0, truths: 2 } });
  });

  it('should read YOLO labels with scores, of boxes and of polygons', async () => {
    // Fractions of 200 × 100 pixels.
    const boxes = await sent(
      'yolo.zip',
      await zip({ 'classes.txt': 'Car\nBus\n', '000000000007.txt': '0 0.05 0.1 0.1 0.2 0.625\n' }),
    );
    expect(boxes.report).toMatchObject({ matched: 1, types: { box: 1 } });
    await keep(boxes.id);
    const view = await evaluated({ task: 'boxes', prediction_set_id: boxes.id, only_predicted: true });
    expect([62, 63].map(step => matrixOf(view, step).overall().right)).toEqual([1, 0]);
    const line = '0 0 0 0.1 0 0.1 0.2 0.05 0.2 0 0.2 0.5\n';
    const shapes = await sent('seg.zip', await zip({ 'classes.txt': 'Car\nBus\n', '000000000007.txt': line }));
    expect(shapes.report).toMatchObject({ matched: 1, types: { area: 1 } });
    await keep(shapes.id);
    const outlines = await evaluated({ task: 'shapes', prediction_set_id: shapes.id, only_predicted: true });
    expect([50, 51].map(step => matrixOf(outlines, step).overall().right)).toEqual([1, 0]);
  });

  it('should compare two annotators of the same items', async () => {
    await app.database.system('a test').transaction(async trx => {
      for (const [email, name] of [
        [ana.email, 'Car'],
        [owner.email, 'Bus'],
      ])
        await sql`insert into agreement.work (team_id, project_id, item_id, email, state, document)
          values (${team.id}::int, ${project}::int, ${items[3]}::int, ${email}, 'submitted',
            ${JSON.stringify({ metadata: { name: 'x' }, instances: [box(name!, 0)], tags: [], comments: [] })}::jsonb)`.execute(
          trx,
        );
    });
    const view = await evaluated({ task: 'boxes', annotator: ana.email, reference: owner.email });
    expect(view).toMatchObject({ subject: ana.email, items: 1, result: { scored: false } });
    const [car, bus] = ['Car', 'Bus'].map(name => view.result!.classes.findIndex(each => each.name === name));
    expect(matrixOf(view, 0).at(bus!, car!)).toBe(1);
  });

  it('should take a dataset version as the truth, whatever happens to its items since', async () => {
    const set = await sent('later.json', [result(8, 'Car', 0, 0.9), result(8, 'Bus', 50, 0.8)]);
    await keep(set.id);
    const versions = `/services/explore/api/v1/snapshots?project_id=${project}`;
    const query = `id IN [${items[0]}, ${items[1]}]`;
    const { id } = (await owner.request<{ id: number }>('POST', versions, { body: { name: 'First', query } })).body;
    const listed = () => owner.request('GET', versions);
    await expect.poll(listed, { timeout: DATABASE_TIMEOUT_MS }).toMatchObject({ body: { data: [{ state: 'ready' }] } });
    const body = { task: 'boxes', prediction_set_id: set.id, snapshot_id: id };
    const first = await evaluated(body);
    expect(first).toMatchObject({ snapshot_name: 'First', items: 2, result: { truths: 4, predicted_items: 1 } });
    expect(matrixOf(first, 0).overall()).toMatchObject({ right: 2, precision: 1, recall: 0.5 });
    await save(owner, items[1]!, []);
    const deleted = await owner.request<{ id: number }>('POST', place('/items/change'), {
      body: { selection: { item_ids: [items[0]] }, change: { kind: 'delete' } },
    });
    expect((await evaluated(body)).result).toEqual(first.result);
    await owner.request('POST', place(`/items/changes/${deleted.body.id}/undo`));
    await save(owner, items[1]!, [box('Car', 0), box('Bus', 50)]);
  });

  it('should fail by name for a file that holds no predictions', async () => {
    expect(await sent('notes.json', { hello: 1 })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('notes.json'),
    });
    expect((await upload('empty.json', Buffer.alloc(0))).status).toBe(400);
  });

  it.each([
    [{ task: 'boxes' }, 'prediction_set_id'],
    [{ task: 'boxes', annotator: 'nobody@x.org' }, 'annotator'],
    [{ task: 'moods', annotator: 'ana@x.org' }, 'task'],
  ])('should refuse %j, naming the field', async (body, field) => {
    const answer = await owner.call('main', operations.startEvaluation, { params: params(), body });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(field);
  });

  it('should be for those who manage the project', async () => {
    await owner.request('POST', place('/share/bulk'), { body: { users: [{ user_id: ana.email, user_role: 1 }] } });
    expect((await ana.call('main', operations.listPredictionSets, { params: params() })).status).toBe(403);
    expect((await upload('x.json', Buffer.from('[]'), ana)).status).toBe(403);
  });
});
