import { describe, expect, it } from 'vitest';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { eachDatabase } from '#tests/support/database.ts';
import type { Answer } from '#tests/support/test-app.ts';
import { annotatedProjects } from './annotated-projects.support.ts';
import { annotationMoveTests } from './annotation-moves.support.ts';

eachDatabase(kind => {
  const projects = annotatedProjects(kind);
  const {
    named,
    annotation,
    copyOrMove,
    preview,
    box,
    annotate,
    attach,
    folder,
    list,
    classes,
    carOf,
    car,
    addClasses,
    red,
  } = projects;

  describe('a copy to another project', () => {
    it('should take annotations along by the names of their classes, with who made them and when', async () => {
      const [item] = await attach(['a.jpg']);
      await annotate(item!.id, [box('one', carOf(projects.made).id, [red(carOf(projects.made))])]);
      // Ids differ, and so does the order.
      await addClasses(projects.to, [{ name: 'House', color: '#0000aa', type: 1, attribute_groups: [] }, car]);
      expect((await preview()).body).toMatchObject({ items: 1, there: 0, taken: 0, findings: [], keeps_status: true });
      expect((await copyOrMove()).body).toMatchObject({
        kind: 'copy',
        state: 'finished',
        changed: 1,
        same: 0,
        left_out: [],
        undoable: true,
      });
      const copy = await named(projects.to, 'a.jpg');
      const own = carOf(await classes(projects.to));
      const { document } = await annotation(projects.to, copy.id);
      expect(document.instances).toMatchObject([
        {
          id: 'one',
          classId: own.id,
          className: 'Car',
          creationType: 'Manual',
          createdBy: { email: 'ana@north.test' },
          attributes: [
            { id: own.attribute_groups[0]!.attributes[0]!.id, groupId: own.attribute_groups[0]!.id, name: 'red' },
          ],
        },
      ]);
      expect(document.metadata).toMatchObject({ projectId: projects.to, lastAction: { email: projects.owner.email } });
      expect(copy).toMatchObject({
        folder_id: projects.there,
        annotation_status: (await named(projects.from, 'a.jpg')).annotation_status,
      });
      // Explore of the other project finds it.
      const found = await projects.owner.request<{ id: number }[]>(
        'POST',
        `/services/explore/api/v1/items/search?project_id=${projects.to}`,
        { body: { query: 'instance(className = "Car")', image_index: 0 } },
      );
      expect([found.status, found.body.map(each => each.id)]).toEqual([200, [copy.id]]);
      expect((await annotation(projects.from, item!.id)).document.instances).toHaveLength(1);
    });

    it('should not move items whose classes are missing, unless the call says what becomes of them', async () => {
      const [one, two] = await attach(['a.jpg', 'b.jpg']);
      await annotate(one!.id, [
        box('car', carOf(projects.made).id, [red(carOf(projects.made))]),
        box('tree', projects.made[1]!.id),
        box('bare', -1),
      ]);
      await annotate(two!.id, [box('car', carOf(projects.made).id)]);
      await addClasses(projects.to, [
        { ...car, attribute_groups: [{ name: 'Colour', group_type: 'radio', attributes: [{ name: 'blue' }] }] },
      ]);
      expect((await preview()).body.findings).toEqual([
        { kind: 'Attribute value', name: 'Car ▸ Colour ▸ red', items: 1, fate: 'asked', obstacle: null },
        { kind: 'Class', name: 'Tree', items: 1, fate: 'asked', obstacle: null },
      ]);
      const refused = await copyOrMove();
      expect(refused.body).toMatchObject({
        changed: 1,
        same: 0,
        refused: [
          {
            code: 'MISSING_CLASSES',
            message: 'The other project has no attribute value “Car ▸ Colour ▸ red”.',
            count: 1,
          },
        ],
      });
      expect((await list(projects.to)).map(each => each.name)).toEqual(['b.jpg']);

      expect((await copyOrMove({ missing: 'leave_out' })).body).toMatchObject({
        changed: 1,
        same: 1,
        refused: [],
        left_out: expect.arrayContaining([
          {
            code: 'MISSING_CLASSES',
            message: 'The other project has no class “Tree”. What was annotated with it was left out.',
            count: 1,
          },
        ]),
      });
      const left = await annotation(projects.to, (await named(projects.to, 'a.jpg')).id);
      expect(left.document.instances.map(each => [each.id, each.attributes.length])).toEqual([
        ['car', 0],
        ['bare', 0],
      ]);

      projects.there = await folder(projects.to, 'Made');
      expect((await copyOrMove({ missing: 'create' }, { item_ids: [one!.id] })).body).toMatchObject({
        changed: 1,
        refused: [],
        left_out: [],
      });
      const own = await classes(projects.to);
      expect(
        own.map(each => [
          each.name,
          each.attribute_groups.map(group => [group.name, group.attributes.map(value => value.name)]),
        ]),
      ).toEqual([
        ['Car', [['Colour', ['blue', 'red']]]],
        ['Tree', []],
      ]);
      const whole = (await list(projects.to, `folder_id=${projects.there}`))[0]!;
      expect(
        (await annotation(projects.to, whole.id)).document.instances.map(each => [each.id, each.className]),
      ).toEqual([
        ['car', 'Car'],
        ['tree', 'Tree'],
        ['bare', undefined],
      ]);
      expect((await annotation(projects.to, whole.id)).document.instances[0]!.attributes).toMatchObject([
        { id: own[0]!.attribute_groups[0]!.attributes[1]!.id, name: 'red' },
      ]);
    });

    it('should not make what is of another type there, and say so', async () => {
      const [item] = await attach(['a.jpg']);
      await annotate(item!.id, [box('tree', projects.made[1]!.id)]);
      await addClasses(projects.to, [{ name: 'Tree', color: '#00aa00', type: 2, attribute_groups: [] }]);
      expect((await preview()).body.findings).toEqual([
        { kind: 'Class', name: 'Tree', items: 1, fate: 'asked', obstacle: 'It is of another type there.' },
      ]);
      expect((await copyOrMove({ missing: 'create' })).body).toMatchObject({
        changed: 0,
        refused: [{ message: '“Tree” is of another type in the other project.' }],
      });
    });

    it('should skip, replace, or replace annotations alone where names are taken', async () => {
      await addClasses(projects.to, [car]);
      const [one] = await attach(['a.jpg', 'b.jpg']);
      await annotate(one!.id, [box('new', carOf(projects.made).id)]);
      const [old, bare] = await attach(['a.jpg', 'b.jpg'], projects.to, projects.there);
      await annotate(old!.id, [box('old', carOf(await classes(projects.to)).id)], {}, projects.to);
      await annotate(bare!.id, [box('old', carOf(await classes(projects.to)).id)], {}, projects.to);
      expect((await preview()).body).toMatchObject({ items: 2, taken: 2 });
      expect((await copyOrMove()).body).toMatchObject({ changed: 0, same: 2 });
      expect((await annotation(projects.to, old!.id)).document.instances.map(each => each.id)).toEqual(['old']);

      expect((await copyOrMove({ duplicates: 'replace_annotation' })).body).toMatchObject({
        changed: 2,
        same: 0,
        undoable: false,
      });
      expect(await annotation(projects.to, old!.id)).toMatchObject({
        revision: 2,
        document: { instances: [{ id: 'new', classId: carOf(await classes(projects.to)).id }] },
      });
      expect((await annotation(projects.to, bare!.id)).document.instances).toEqual([]);
      expect((await named(projects.to, 'a.jpg')).id).toBe(old!.id);

      expect((await copyOrMove({ duplicates: 'replace_all', operation: 'move' })).body).toMatchObject({ changed: 2 });
      expect(await list(projects.from)).toEqual([]);
      expect((await list(projects.to)).map(each => each.id)).toEqual([old!.id, bare!.id]);
    });

    it('should start over in the workflow of the other project, and without people', async () => {
      const [item] = await attach(['a.jpg']);
      const change = (asked: object): Promise<Answer> =>
        projects.owner.call('main', itemChangeApi.operations.changeItems, {
          params: { project_id: projects.from },
          body: { selection: { item_ids: [item!.id] }, change: asked },
        });
      await change({ kind: 'status', value: 3 });
      await change({ kind: 'priority', value: 7.5 });
      await change({ kind: 'pin', value: true });
      const ana = await projects.team.join(`ana${crypto.randomUUID().slice(0, 8)}@north.test`);
      for (const place of [projects.from, projects.to])
        await projects.owner.request('POST', `/api/v1/project/${place}/share/bulk`, {
          body: { users: [{ user_id: ana.email, user_role: 1 }] },
        });
      await change({ kind: 'assign', value: ana.email });
      expect(await named(projects.from, 'a.jpg')).toMatchObject({
        annotation_status: 3,
        entropy_value: 7.5,
        is_pinned: true,
        assignments: [{ user_id: ana.email }],
      });
      expect((await copyOrMove({ pins: true })).body).toMatchObject({ changed: 1 });
      expect(await named(projects.to, 'a.jpg')).toMatchObject({
        annotation_status: 3,
        entropy_value: 7.5,
        is_pinned: true,
        assignments: [],
      });

      const flow = (
        await projects.owner.request<{ id: number }>('POST', '/api/v1/workflows/submit', {
          body: {
            name: `Flow ${crypto.randomUUID()}`,
            raw_config: {
              roles: ['Annotator'],
              statuses: ['NotStarted', 'Completed'],
              start_status: 'NotStarted',
              allowed_resources_to_roles: { Annotator: { view_items: { statuses: ['NotStarted'] } } },
              transitions: [{ name: 'done', from: 'NotStarted', to: 'Completed', allowed_roles: ['Annotator'] }],
            },
          },
        })
      ).body;
      projects.to = (
        await projects.owner.request<{ id: number }>('POST', '/project', {
          body: { name: `Other ${crypto.randomUUID()}`, type: 1, workflow_id: flow.id },
        })
      ).body.id;
      projects.there = await folder(projects.to, 'Night');
      expect((await preview()).body.keeps_status).toBe(false);
      expect((await copyOrMove()).body).toMatchObject({ changed: 1 });
      expect(await named(projects.to, 'a.jpg')).toMatchObject({
        annotation_status: 1,
        entropy_value: 7.5,
        is_pinned: false,
      });
    });

    it('should copy categories and metadata by name, and report what has no place', async () => {
      await projects.owner.request('PUT', `/project/${projects.from}/settings`, {
        body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
      });
      const shelf = (
        await projects.owner.request<{ data: { id: number }[] }>(
          'POST',
          `/services/work-management/api/v1/categories/bulk?project_id=${projects.from}`,
          { body: { bulk: [{ name: 'Shoes' }, { name: 'Bags' }] } },
        )
      ).body.data;
      const field = (projectId: number, data: object): Promise<unknown> =>
        projects.owner.request('POST', `/services/explore/api/v1/custom/metadata/schema?project_id=${projectId}`, {
          body: { data },
        });
      await field(projects.from, { City: { type: 'string' }, Grade: { type: 'number' } });
      await field(projects.to, { City: { type: 'string' } });
      const [item] = await attach(['a.jpg']);
      const change = (value: object): Promise<unknown> =>
        projects.owner.call('main', itemChangeApi.operations.changeItems, {
          params: { project_id: projects.from },
          body: { selection: { item_ids: [item!.id] }, change: value },
        });
      await change({ kind: 'category', value: { mode: 'add', category_ids: shelf.map(each => each.id) } });
      await change({ kind: 'metadata', value: { values: { City: 'Ulm', Grade: 4 } } });
      const held = (
        await projects.owner.request<{ data: ListedItem[] }>('GET', `/api/v1/project/${projects.from}/items?limit=1`)
      ).body.data[0]! as unknown as { categories: unknown[]; custom_metadata: object };
      expect([held.categories.length, held.custom_metadata]).toEqual([2, { City: 'Ulm', Grade: 4 }]);
      expect((await preview()).body.findings).toEqual([
        { kind: 'Category', name: 'Bags', items: 1, fate: 'left_out', obstacle: 'Items have no categories there.' },
        { kind: 'Category', name: 'Shoes', items: 1, fate: 'left_out', obstacle: 'Items have no categories there.' },
        { kind: 'Item fields', name: 'Grade', items: 1, fate: 'left_out', obstacle: 'There is no such field there.' },
      ]);
      await projects.owner.request('PUT', `/project/${projects.to}/settings`, {
        body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
      });
      expect((await copyOrMove()).body).toMatchObject({
        changed: 1,
        left_out: [
          {
            code: 'CUSTOM_METADATA',
            message: 'The item field “Grade” was left out. There is no such field there.',
            count: 1,
          },
        ],
      });
      expect(await named(projects.to, 'a.jpg')).toMatchObject({
        categories: [{ category_name: 'Shoes' }, { category_name: 'Bags' }],
        custom_metadata: { City: 'Ulm' },
      });
    });

    it('should bring bare items when annotations are to stay', async () => {
      const [item] = await attach(['a.jpg']);
      await annotate(item!.id, [box('tree', projects.made[1]!.id)]);
      expect((await preview({ annotations: false })).body.findings).toEqual([]);
      expect((await copyOrMove({ annotations: false })).body).toMatchObject({ changed: 1 });
      expect((await annotation(projects.to, (await named(projects.to, 'a.jpg')).id)).revision).toBe(0);
    });
  });

  annotationMoveTests(projects);
});
