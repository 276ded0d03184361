import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Step } from '../common/api.ts';
import { stepsApi } from '../common/api.ts';

interface Made {
  readonly id: number;
  readonly attribute_groups: readonly { readonly attributes: readonly { readonly id: number }[] }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let stranger: TestPerson;
  let project: number;
  let car: Made;
  let bus: Made;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'classes', 'skeletons', 'steps'] });
    const team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@north.test');
    stranger = (await app.team('South')).owner;
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 1 } })).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const attribute_groups = [{ name: 'Doors', group_type: 'radio', attributes: [{ name: '2' }, { name: '4' }] }];
    [car, bus] = (
      await owner.request<Made[]>('POST', `/classes?project_id=${project}`, {
        body: {
          classes: [
            { name: 'Car', color: '#FF0000', attribute_groups },
            { name: 'Bus', color: '#00FF00', attribute_groups },
          ],
        },
      })
    ).body as [Made, Made];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const save = (by: TestPerson, steps: readonly object[]): Promise<Answer> =>
    by.call('main', stepsApi.operations.saveSteps, { params: { project_id: project }, body: { steps } });
  const read = async (): Promise<readonly (readonly [number, number | null, readonly number[]])[]> =>
    (
      await owner.call<{ data: Step[] }>('main', stepsApi.operations.listSteps, { params: { project_id: project } })
    ).body.data.map(each => [each.class_id, each.tool, each.attribute.map(({ attribute }) => attribute.id)] as const);

  it('should store steps with their attributes at once, and the same twice', async () => {
    const four = car.attribute_groups[0]!.attributes[1]!.id;
    const steps = [
      { class_id: bus.id, tool: null, attribute_ids: [] },
      { class_id: car.id, tool: 3, attribute_ids: [four] },
    ];
    for (let time = 0; time < 2; time += 1) {
      expect((await save(owner, steps)).status).toBe(200);
      expect(await read()).toEqual([
        [bus.id, null, []],
        [car.id, 3, [four]],
      ]);
    }
  });

  it('should store nothing when an attribute is of another class', async () => {
    const before = await read();
    const answer = await save(owner, [
      { class_id: car.id, tool: null, attribute_ids: [bus.attribute_groups[0]!.attributes[0]!.id] },
    ]);
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      'steps.0.attribute_ids.0 is not valid: is no attribute of the class of this step',
    ]);
    expect(await read()).toEqual(before);
  });

  it('should be refused to annotators and unknown to another team', async () => {
    expect((await save(ana, [])).status).toBe(403);
    expect((await save(stranger, [])).status).toBe(404);
  });
});
