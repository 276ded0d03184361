import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Made {
  readonly id: number;
  readonly attribute_groups: readonly {
    readonly id: number;
    readonly attributes: readonly { readonly id: number }[];
  }[];
}
interface WireStep {
  readonly id: number;
  readonly step: number;
  readonly class_id: number;
  readonly tool: number;
  readonly attribute: readonly { readonly attribute: { readonly id: number; readonly name: string } }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let script: ScriptClient;
  let project: number;
  let made: Made;
  let count = 0;
  const setting = async (name: string): Promise<unknown> =>
    (
      await script.call<{ attribute: string; value: unknown }[]>('main', 'GET', `/project/${project}/settings`)
    ).body.find(each => each.attribute === name)?.value;
  const steps = async (): Promise<WireStep[]> =>
    (await script.call<{ data: WireStep[] }>('main', 'GET', `/project/${project}/workflow`)).body.data;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'projects',
        'teams',
        'items',
        'classes',
        'workflow',
        'editor',
        'annotation-api',
        'skeletons',
        'steps',
        'form',
      ],
    });
    script = await scriptClient(app, await app.team('North'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());
  const fresh = async (type = 1): Promise<void> => {
    project = await scriptProject(script, `Steps ${(count += 1)}`, type);
    made = (
      await script.call<Made[]>('main', 'POST', '/classes', {
        query: { project_id: project },
        body: {
          classes: [
            {
              name: 'Car',
              color: '#FF0000',
              attribute_groups: [{ name: 'Doors', group_type: 'radio', attributes: [{ name: '2' }, { name: '4' }] }],
            },
          ],
        },
      })
    ).body[0]!;
  };

  describe('basic steps', () => {
    it('are stored without the names of their attributes, whose ids follow, and make the project one of basic steps', async () => {
      await fresh();
      const answer = await script.call('main', 'POST', `/project/${project}/workflow`, {
        body: {
          steps: [
            {
              step: 2,
              class_id: made.id,
              className: 'Car',
              tool: 3,
              attribute: [{ attribute: { name: '4', attribute_group: { name: 'Doors' } } }],
            },
            { step: 1, class_id: made.id, className: 'Car', tool: 2, attribute: [] },
          ],
        },
      });
      expect(answer.status).toBe(200);
      expect(await setting('WorkflowType')).toBe(2);
      const [first, second] = await steps();
      expect([first, second]).toMatchObject([
        { step: 1, tool: 2, attribute: [] },
        { step: 2, tool: 3, class_id: made.id, attribute: [] },
      ]);
      const [two, four] = made.attribute_groups[0]!.attributes;
      await script.call('main', 'POST', `/project/${project}/workflow_attribute`, {
        body: {
          data: [
            { workflow_id: second!.id, attribute_id: four!.id },
            { workflow_id: second!.id, attribute_id: two!.id },
          ],
        },
      });
      expect((await steps())[1]!.attribute, 'in the order they were added').toEqual([
        {
          attribute: { id: four!.id, name: '4', attribute_group: { id: made.attribute_groups[0]!.id, name: 'Doors' } },
        },
        { attribute: { id: two!.id, name: '2', attribute_group: { id: made.attribute_groups[0]!.id, name: 'Doors' } } },
      ]);
    });

    it('replace those before, and go with their class', async () => {
      await fresh();
      for (const tool of [1, 2])
        await script.call('main', 'POST', `/project/${project}/workflow`, {
          body: { steps: [{ step: 1, class_id: made.id, tool }] },
        });
      expect((await steps()).map(each => each.tool)).toEqual([2]);
      await script.call('main', 'DELETE', `/class/${made.id}`, { query: { project_id: project } });
      expect(await steps()).toEqual([]);
    });

    it('of classes the project has not are refused by their place', async () => {
      await fresh();
      const { status, body } = await script.call('main', 'POST', `/project/${project}/workflow`, {
        body: { steps: [{ step: 1, class_id: made.id + 1000, tool: 1 }] },
      });
      expect([status, body['error']]).toEqual([400, 'steps.0.class_id is not valid: is no class of this project']);
      expect(await setting('WorkflowType')).toBe(1);
    });
  });

  it('key-point steps come back as they were uploaded, and make the project one of key points', async () => {
    await fresh();
    const group = made.attribute_groups[0]!;
    const document = {
      steps: [
        { id: 1, class_id: made.id, attribute: [{ attribute: { id: group.attributes[0]!.id, group_id: group.id } }] },
        { id: 2, class_id: made.id, attribute: [] },
      ],
      connections: [[1, 2]],
    };
    expect(
      (await script.call('main', 'POST', `/api/v1/project/${project}/uploadSteps`, { body: { steps: document } }))
        .status,
    ).toBe(200);
    expect((await script.call('main', 'GET', `/api/v1/project/${project}/downloadSteps`)).body).toEqual({
      steps: document,
    });
    expect(await setting('WorkflowType')).toBe(3);
    const refused = await script.call('main', 'POST', `/api/v1/project/${project}/uploadSteps`, {
      body: { steps: { ...document, connections: [[1, 7]] } },
    });
    expect([refused.status, refused.body['error']]).toEqual([
      400,
      'steps.connections.0 is not valid: there is no step 7',
    ]);
  });

  describe('the form of a project', () => {
    const path = (): string => `/project/${project}/custom-editor-template`;

    it('is an empty object before one is stored', async () => {
      await fresh(8);
      expect(await script.call('main', 'GET', path(), { query: { organization_id: '1' } })).toMatchObject({
        status: 200,
        body: {},
      });
    });

    it('comes back unchanged, and is replaced by the next', async () => {
      await fresh(8);
      const form = {
        components: [
          {
            id: 'r_1',
            type: 'radio',
            context: '{"a":1}',
            children: [],
            scoring: { id: 3, role: { id: 1, name: 'Annotator' } },
          },
        ],
        code: [['print("\\u0000")', 2], null],
        readme: '',
      };
      for (const body of [{ components: [] }, form])
        expect((await script.call('main', 'POST', path(), { query: { organization_id: '1' }, body })).status).toBe(200);
      expect((await script.call('main', 'GET', path(), { query: { organization_id: '1' } })).body).toEqual(form);
      expect(await setting('TemplateState')).toBe(1);
    });

    it('of another team is not found', async () => {
      await fresh(8);
      const stranger = await scriptClient(app, await app.team(`Other${count}`));
      expect((await stranger.call('main', 'GET', path())).status).toBe(404);
      expect((await stranger.call('main', 'POST', path(), { body: { components: [] } })).status).toBe(404);
    });
  });
});
