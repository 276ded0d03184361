import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let annotator: TestPerson;
  let stranger: TestPerson;
  let project: number;
  let items: readonly Named[];

  const send = async (path: string, body: unknown): Promise<unknown> => {
    const { status, body: answer } = await owner.request<unknown>('POST', path, { body: body as object });
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const ask = (who: TestPerson, ...where: readonly string[]) => who.request<{ data: readonly Named[]; count: number; error: string }>('GET', `/api/v1/project/${project}/items?${where.map(each => `where=${encodeURIComponent(each)}`).join('&')}`);
  const names = async (who: TestPerson, ...where: readonly string[]): Promise<string> => {
    const { body } = await ask(who, ...where);
    expect(body.count).toBe(body.data.length);
    return body.data.map(each => each.name).join(' ');
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'classes', 'items', 'categories', 'custom-metadata', 'editor'], jobs: false });
    const team = await app.team('Alpha');
    owner = team.owner;
    annotator = await team.join('anna');
    stranger = (await app.team('Beta')).owner;
    project = (await send('/project', { name: 'Lists', type: 1, settings: [{ attribute: 'CategorizeItems', value: 1 }] }) as Named).id;
    items = await send('/image/ext-create', { project_id: project, upload_state: 3, images: ['a.jpg', 'b.jpg', 'c.jpg'].map(name => ({ name, path: `https://example.org/${name}` })), meta: { 'a.jpg': { width: 100, height: 50 }, 'b.jpg': { width: 200, height: 50 } } }) as Named[];
    const idOf = (name: string): number => items.find(each => each.name === name)!.id;
    const { data: [bags] } = await send(`/services/work-management/api/v1/categories/bulk?project_id=${project}`, { bulk: [{ name: 'Bags' }] }) as { data: Named[] };
    await send(`/items/bulk/setcategory?project_id=${project}`, { bulk: [{ item_id: idOf('b.jpg'), categories: [bags!.id] }] });
    await send(`/services/explore/api/v1/custom/metadata/schema?project_id=${project}`, { data: { Score: { type: 'number' }, Day: { type: 'string', format: 'date' }, Place: { type: 'string' } } });
    await send(`/services/explore/api/v1/custom/metadata/item?project_id=${project}`, { data: { 'a.jpg': { Score: 3, Day: '2026-2-9', Place: 'Bern' }, 'b.jpg': { Score: 20, Day: '2026-11-10' } } });
    await send(`/api/v1/project/${project}/share/bulk`, { users: [{ user_id: annotator.email, user_role: 1 }] });
    await send(`/api/v1/project/${project}/items/change`, { selection: { item_ids: [idOf('a.jpg'), idOf('b.jpg')] }, change: { kind: 'assign', value: annotator.email } });
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
      expect(await names(owner, `assignments.1.user_id||$in||${annotator.email}`, 'custom_metadata.Score||$eq||3')).toBe('a.jpg');
    });

    it('should also select what matches', async () => {
      const { body } = await owner.request<{ ids: readonly number[]; count: number }>('GET', `/api/v1/project/${project}/item-ids?where=${encodeURIComponent('width||$notnull')}`);
      expect(body).toMatchObject({ count: 2 });
    });

    it.each(['secret||$eq||1', 'width||$cont||1', 'width||$gt||x', 'custom_metadata.None||$isnull', 'width'])('should refuse %s with its name', async where => {
      const { status, body } = await ask(owner, where);
      expect(status).toBe(400);
      expect(body.error).toMatch(/^Invalid \S+ value$/);
    });

    it('should refuse more than 30', async () => expect((await ask(owner, ...Array.from({ length: 31 }, () => 'width||$notnull'))).status).toBe(400));

    it('should show an annotator the own items alone', async () => expect(await names(annotator, 'name||$cont||jpg')).toBe('a.jpg b.jpg'));

    it('should be a project that is not there for another team', async () => expect((await ask(stranger, 'width||$notnull')).status).toBe(404));
  });
});
