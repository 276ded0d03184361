import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classesApi } from '#plugins/workspace/classes/common/index.ts';
import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { itemChangeApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { annotationDocumentApi } from '../common/api.ts';
import { missingValuesApi } from '../common/missing-values-api.ts';
import { newId } from '../common/new-id.ts';

const COMPLETED = 5;
const RETURNED = 4;

interface Counted {
  readonly items: number;
  readonly completed: number;
  readonly completed_statuses: readonly number[];
  readonly back: number;
  readonly code?: string;
}
interface Listed {
  readonly data: readonly { readonly name: string; readonly annotation_status: number }[];
  readonly count: number;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let groups: Readonly<Record<string, number>>;
  const items = new Map<string, number>();

  const count = (groupIds: readonly number[], by = owner): Promise<Answer<Counted>> =>
    by.call('main', missingValuesApi.operations.countMissingValues, {
      params: { project_id: projectId },
      query: { group_ids: groupIds.map(String) },
    });
  const list = async (where: string): Promise<readonly string[]> =>
    (
      await owner.call<Listed>('main', itemsApi.operations.listItems, {
        params: { project_id: projectId },
        query: { where },
      })
    ).body.data.map(each => each.name);
  const change = (selection: object, status: number): Promise<Answer<ItemChangeView>> =>
    owner.call('main', itemChangeApi.operations.changeItems, {
      params: { project_id: projectId },
      body: { selection, change: { kind: 'status', value: status } },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'editor', 'skeletons', 'editor-vector'],
    });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Photos', type: 1 },
      })
    ).body.id;
    const group = (name: string, type: string, values: readonly string[] = []): object => ({
      name,
      group_type: type,
      attributes: values.map(each => ({ name: each })),
    });
    const made = await owner.call<
      readonly {
        id: number;
        attribute_groups: readonly { id: number; name: string; attributes: readonly { id: number }[] }[];
      }[]
    >('main', classesApi.operations.create, {
      query: { project_id: projectId },
      body: {
        classes: [
          {
            name: 'Car',
            color: '#D7263D',
            type: 1,
            attribute_groups: [group('State', 'radio', ['parked']), group('Remark', 'text')],
          },
          { name: 'Tree', color: '#1B998B', type: 1, attribute_groups: [group('Kind', 'radio', ['oak'])] },
        ],
      },
    });
    const [car, tree] = made.body;
    groups = Object.fromEntries(made.body.flatMap(each => each.attribute_groups.map(own => [own.name, own.id])));
    const state = { groupId: groups['State'], id: car!.attribute_groups[0]!.attributes[0]!.id };
    const box = (classId: number, ...attributes: readonly object[]): object => ({
      id: newId(),
      type: 'bbox',
      classId,
      attributes,
      points: { x1: 1, y1: 2, x2: 20, y2: 12 },
    });
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const documents: Readonly<Record<string, readonly object[] | undefined>> = {
      'answered.png': [box(car!.id, state, { groupId: groups['Remark'], name: 'blue' })],
      'half.png': [box(car!.id, state), box(car!.id)],
      'none.png': [box(car!.id)],
      'other.png': [box(tree!.id)],
      'plain.png': [box(-1)],
      'empty.png': [],
      'untouched.png': undefined,
    };
    for (const [name, instances] of Object.entries(documents)) {
      const { body } = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
        params: { project_id: projectId },
        query: { name },
        bytes,
      });
      items.set(name, body.item.id);
      if (instances !== undefined) {
        const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
          params: { project_id: projectId, item_id: body.item.id },
          body: { op: newId(), base: 0, data: { metadata: { name }, instances, tags: [], comments: [] } },
        });
        expect(saved.status).toBe(200);
      }
    }
    await change({ item_ids: [items.get('half.png'), items.get('answered.png'), items.get('other.png')] }, COMPLETED);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('items without a value', () => {
    it('should count items with an object of the class that has none, and those of them that are completed', async () => {
      expect((await count([groups['State']!])).body).toEqual({
        items: 2,
        completed: 1,
        completed_statuses: [COMPLETED],
        back: RETURNED,
      });
      expect((await count([groups['Remark']!])).body).toMatchObject({ items: 2, completed: 1 });
      expect((await count([groups['State']!, groups['Kind']!])).body).toMatchObject({ items: 3, completed: 2 });
      expect(await count([groups['State']!, 999_999])).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });

    it('should be found by a filter of item lists, and its opposite by the opposite', async () => {
      expect(await list(`missing_value||$in||${groups['State']}`)).toEqual(['half.png', 'none.png']);
      expect(await list(`missing_value||$notin||${groups['State']}`)).toEqual([
        'answered.png',
        'empty.png',
        'other.png',
        'plain.png',
        'untouched.png',
      ]);
    });

    it('should be sent back by a change of items, completed ones alone, and come back by its undo', async () => {
      const sent = await change(
        { filter: { status: [COMPLETED], where: [`missing_value||$in||${groups['State']}`] } },
        RETURNED,
      );
      expect(sent.body).toMatchObject({ changed: 1, total: 1, undoable: true });
      expect((await count([groups['State']!])).body).toMatchObject({ items: 2, completed: 0 });
      await owner.call('main', itemChangeApi.operations.undoItemChange, {
        params: { project_id: projectId, change_id: sent.body.id },
      });
      expect((await count([groups['State']!])).body).toMatchObject({ items: 2, completed: 1 });
    });

    it('should be listed only for those who may change classes, and name what is wrong with a call', async () => {
      const ana = await team.join('ana@north.test');
      expect((await count([groups['State']!], ana)).status).toBeGreaterThanOrEqual(403);
      expect((await count([])).status).toBe(400);
    });
  });
});
