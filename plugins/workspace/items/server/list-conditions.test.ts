import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeEntityContext } from '#core/api/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let team: TestTeam;
  let annotator: TestPerson;
  let colleague: TestPerson;
  let reviewer: TestPerson;
  let stranger: TestPerson;
  let project: number;
  let items: readonly Named[];

  const send = async (path: string, body: unknown): Promise<unknown> => {
    const { status, body: answer } = await owner.request<unknown>('POST', path, { body: body as object });
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const ask = (who: TestPerson, ...where: readonly string[]) =>
    who.request<{ data: readonly Named[]; count: number; error: string }>(
      'GET',
      `/api/v1/project/${project}/items?${where.map(each => `where=${encodeURIComponent(each)}`).join('&')}`,
    );
  const names = async (who: TestPerson, ...where: readonly string[]): Promise<string> => {
    const { body } = await ask(who, ...where);
    expect(body.count).toBe(body.data.length);
    return body.data.map(each => each.name).join(' ');
  };

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'classes', 'items', 'categories', 'item-fields', 'editor'],
      jobs: false,
    });
    team = await app.team('Alpha');
    owner = team.owner;
    annotator = await team.join('anna');
    colleague = await team.join('carl');
    reviewer = await team.join('rita');
    stranger = (await app.team('Beta')).owner;
    project = (
      (await send('/project', {
        name: 'Lists',
        type: 1,
        settings: [{ attribute: 'CategorizeItems', value: 1 }],
      })) as Named
    ).id;
    items = (await send('/image/ext-create', {
      project_id: project,
      upload_state: 3,
      images: ['a.jpg', 'b.jpg', 'c.jpg'].map(name => ({ name, path: `https://example.org/${name}` })),
      meta: { 'a.jpg': { width: 100, height: 50 }, 'b.jpg': { width: 200, height: 50 } },
    })) as Named[];
    const idOf = (name: string): number => items.find(each => each.name === name)!.id;
    const {
      data: [bags],
    } = (await send(`/services/work-management/api/v1/categories/bulk?project_id=${project}`, {
      bulk: [{ name: 'Bags' }],
    })) as { data: Named[] };
    await send(`/items/bulk/setcategory?project_id=${project}`, {
      bulk: [{ item_id: idOf('b.jpg'), categories: [bags!.id] }],
    });
    await send(`/services/explore/api/v1/custom/metadata/schema?project_id=${project}`, {
      data: { Score: { type: 'number' }, Day: { type: 'string', format: 'date' }, Place: { type: 'string' } },
    });
    await send(`/services/explore/api/v1/custom/metadata/item?project_id=${project}`, {
      data: { 'a.jpg': { Score: 3, Day: '2026-2-9', Place: 'Bern' }, 'b.jpg': { Score: 20, Day: '2026-11-10' } },
    });
    await send(`/api/v1/project/${project}/share/bulk`, {
      users: [
        { user_id: annotator.email, user_role: 1 },
        { user_id: colleague.email, user_role: 1 },
        { user_id: reviewer.email, user_role: 2 },
      ],
    });
    await send(`/api/v1/project/${project}/items/change`, {
      selection: { item_ids: [idOf('a.jpg'), idOf('b.jpg')] },
      change: { kind: 'assign', value: annotator.email },
    });
    await send(`/api/v1/project/${project}/items/change`, {
      selection: { item_ids: [idOf('a.jpg')] },
      change: { kind: 'assign', value: reviewer.email },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  describe('conditions of the list of items', () => {
    it.each([
      ['name||$cont||B.', 'b.jpg'],
      ['name||$excl||b', 'a.jpg c.jpg'],
      ['width||$gt||100', 'b.jpg'],
      ['width||$isnull', 'c.jpg'],
      ['entropy_value||$isnull', 'a.jpg b.jpg c.jpg'],
      ['annotation_status||$notin||1,2', ''],
      ['is_pinned||$eq||false', 'a.jpg b.jpg c.jpg'],
      ['createdAt||$gt||2020-01-01', 'a.jpg b.jpg c.jpg'],
      ['assignments.user_id||$isnull', 'c.jpg'],
      ['has_annotations||$eq||true', ''],
      ['categories.category_id||$isnull', 'a.jpg c.jpg'],
      ['custom_metadata.Score||$gt||3', 'b.jpg'],
      ['custom_metadata.Score||$isnull', 'c.jpg'],
      ['custom_metadata.Day||$lt||2026-10-01', 'a.jpg'],
      ['custom_metadata.Place||$cont||ern', 'a.jpg'],
      ['custom_metadata.Place||$excl||ern', 'b.jpg c.jpg'],
    ])('should find by %s', async (where, found) => expect(await names(owner, where)).toBe(found));

    it('should ask for the person in one role', async () => {
      expect(await names(owner, `assignments.1.user_id||$in||${annotator.email}`)).toBe('a.jpg b.jpg');
      expect(await names(owner, `assignments.2.user_id||$in||${annotator.email}`)).toBe('');
      expect(
        await names(owner, `assignments.1.user_id||$in||${annotator.email}`, 'custom_metadata.Score||$eq||3'),
      ).toBe('a.jpg');
    });

    it('should also select what matches', async () => {
      const { body } = await owner.request<{ ids: readonly number[]; count: number }>(
        'GET',
        `/api/v1/project/${project}/item-ids?where=${encodeURIComponent('width||$notnull')}`,
      );
      expect(body).toMatchObject({ count: 2 });
    });

    it.each(['secret||$eq||1', 'width||$cont||1', 'width||$gt||x', 'custom_metadata.None||$isnull', 'width'])(
      'should refuse %s with its name',
      async where => {
        const { status, body } = await ask(owner, where);
        expect(status).toBe(400);
        expect(body.error).toMatch(/^Invalid \S+ value$/);
      },
    );

    it('should refuse more than 30', async () =>
      expect((await ask(owner, ...Array.from({ length: 31 }, () => 'width||$notnull'))).status).toBe(400));

    it('should show an annotator the own items alone', async () =>
      expect(await names(annotator, 'name||$cont||jpg')).toBe('a.jpg b.jpg'));

    describe('of people', () => {
      type Refusal = { readonly code?: string; readonly error: string; readonly details?: { readonly field?: string } };
      const byAssignee = (by: TestPerson, assignee: string) =>
        by.request<Refusal & { count: number }>(
          'GET',
          `/api/v1/project/${project}/items?assignee=${encodeURIComponent(assignee)}`,
        );
      const inProject = () => ({ 'x-entity-context': encodeEntityContext({ team_id: team.id, project_id: project }) });
      const byQuery = (by: TestPerson, filter: string) =>
        by.request<Refusal & { count: number }>(
          'GET',
          `/services/items/api/v1/items?filter=${encodeURIComponent(filter)}`,
          { headers: inProject() },
        );
      const byBody = (by: TestPerson, search: object) =>
        by.request<Refusal & { count: number }>('POST', '/services/items/api/v1/items/search', {
          headers: inProject(),
          body: { query: { search } },
        });

      it('should find the own items and those of colleagues for an annotator, and find no reviewer', async () => {
        expect(await names(annotator, `assignments.user_id||$eq||${annotator.email}`)).toBe('a.jpg b.jpg');
        expect(await names(annotator, `assignments.user_id||$in||${annotator.email},${colleague.email}`)).toBe(
          'a.jpg b.jpg',
        );
        expect(await names(annotator, 'assignments.2.user_id||$notnull')).toBe('');
        expect(await names(annotator, 'assignments.user_role||$eq||2')).toBe('');
        expect(await names(annotator, `assignments.user_id||$cont||${reviewer.email.slice(0, 4)}`)).toBe('');
        expect(await names(reviewer, `assignments.1.user_id||$eq||${annotator.email}`)).toBe('a.jpg');
        expect(await names(owner, `assignments.2.user_id||$eq||${reviewer.email}`)).toBe('a.jpg');
      });

      it.each(['$eq', '$ne', '$in', '$notin'])(
        'should refuse an annotator to ask by %s where a reviewer works, with the field that asked',
        async operator => {
          for (const person of [reviewer.email, 'nobody@x.io']) {
            for (const field of ['assignments.user_id', 'assignments.2.user_id'])
              expect(await ask(annotator, 'name||$cont||jpg', `${field}||${operator}||${person}`)).toMatchObject({
                status: 403,
                body: { code: 'FORBIDDEN', details: { field: 'where' } },
              });
            expect(await byQuery(annotator, `assignments.user_id||${operator}||${person}`)).toMatchObject({
              status: 403,
              body: { details: { field: 'query' } },
            });
          }
        },
      );

      it('should bound queries of scripts in the same way', async () => {
        expect(await byBody(annotator, { 'assignments.user_id': { $eq: reviewer.email } })).toMatchObject({
          status: 403,
          body: { details: { field: 'query' } },
        });
        expect(
          await byBody(annotator, {
            $or: [{ name: { $cont: 'jpg' } }, { 'assignments.user_id': { $in: [reviewer.email] } }],
          }),
        ).toMatchObject({ status: 403 });
        expect(await byBody(annotator, { 'assignments.user_id': { $eq: annotator.email } })).toMatchObject({
          status: 200,
          body: { count: 2 },
        });
        expect(await byBody(annotator, { 'assignments.user_role': { $eq: 2 } })).toMatchObject({
          status: 200,
          body: { count: 0 },
        });
        expect(await byBody(owner, { 'assignments.user_id': { $eq: reviewer.email } })).toMatchObject({
          status: 200,
          body: { count: 1 },
        });
        expect(await byQuery(reviewer, `assignments.user_id||$eq||${annotator.email}`)).toMatchObject({
          status: 200,
          body: { count: 1 },
        });
      });

      it('should bound the short filter by an assignee in the same way', async () => {
        expect(await byAssignee(annotator, reviewer.email)).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN', details: { field: 'assignee' } },
        });
        expect((await byAssignee(annotator, reviewer.email)).body.error).toContain('You can ask for your own');
        for (const own of ['me', annotator.email, annotator.email.toUpperCase()])
          expect((await byAssignee(annotator, own)).body).toMatchObject({ count: 2 });
        expect((await byAssignee(annotator, 'none')).body).toMatchObject({ count: 0 });
        expect((await byAssignee(owner, reviewer.email)).body).toMatchObject({ count: 1 });
        expect((await byAssignee(owner, 'none')).body).toMatchObject({ count: 1 });
      });

      it('should bound changes of all that match in the same way', async () => {
        const change = (assignee: string) =>
          annotator.request('POST', `/api/v1/project/${project}/items/change`, {
            body: { selection: { filter: { assignee } }, change: { kind: 'status', value: 2 } },
          });
        expect(await change(reviewer.email)).toMatchObject({ status: 403, body: { details: { field: 'assignee' } } });
        expect((await change('me')).status).toBe(200);
      });
    });

    it('should be a project that is not there for another team', async () =>
      expect((await ask(stranger, 'width||$notnull')).status).toBe(404));
  });
});
