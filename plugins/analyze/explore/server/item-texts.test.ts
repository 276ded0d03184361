import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { searchApi } from '../common/search-api.ts';

/** A page with one line. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F 12 Tf 20 50 Td (A late shipment) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, {});
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const project = async (name: string, type: number): Promise<number> =>
    (await team.owner.request<{ id: number }>('POST', '/project', { body: { name, type } })).body.id;
  const found = async (projectId: number, query: string): Promise<unknown> => {
    const { body, status } = await team.owner.call<readonly { readonly name: string; readonly excerpt?: string }[]>(
      'explore',
      searchApi.operations.search,
      { query: { project_id: projectId }, body: { query } },
    );
    return status === 200 ? body.map(({ name, excerpt }) => [name, excerpt]) : body;
  };

  it('should find texts by the words in them, as they are written but in any case, with what is around them', async () => {
    const letters = await project('Letters', 4);
    const add = (name: string, text: string) =>
      team.owner.call('main', itemsApi.operations.uploadItem, {
        params: { project_id: letters },
        query: { name },
        bytes: Buffer.from(text),
      });
    await add('one.txt', `${'Nothing to say here. '.repeat(20)}We regret the Late\ndelivery of your order.`);
    await add('two.txt', 'A late delivery, 100 % our fault.');
    await add('three.txt', 'On time.');
    expect(await found(letters, 'hasText("late delivery")')).toEqual([
      ['two.txt', 'A late delivery, 100 % our fault.'],
    ]);
    expect(await found(letters, 'hasText("LATE")')).toEqual([
      ['one.txt', expect.stringMatching(/^….* We regret the Late delivery of your order\.$/)],
      ['two.txt', 'A late delivery, 100 % our fault.'],
    ]);
    // Signs of patterns are looked for as themselves; what is added later is found too.
    await add('four.txt', '100 percent');
    expect(await found(letters, 'hasText("100 %")')).toMatchObject([['two.txt', expect.anything()]]);
    expect(await found(letters, 'NOT hasText("late") AND NOT hasText("percent")')).toMatchObject([
      ['three.txt', undefined],
    ]);
    expect(await found(letters, 'hasText()')).toMatchObject({ code: 'QUERY_SYNTAX' });
  });

  it('should find words in PDF files and web pages, in lists of items too', async () => {
    const papers = await project('Papers', 4);
    for (const [name, content] of [
      ['paper.pdf', PDF],
      ['page.html', '<title>Late</title><p>A <b>late</b> train</p><script>shipment</script>'],
      ['note.txt', 'In time.'],
    ] as const)
      await team.owner.call('main', itemsApi.operations.uploadItem, {
        params: { project_id: papers },
        query: { name },
        bytes: Buffer.from(content),
      });
    const listed = async (clause: string): Promise<unknown> =>
      (
        await team.owner.call<{ data: readonly { name: string }[] }>('main', itemsApi.operations.listItems, {
          params: { project_id: papers },
          query: { where: [clause] },
        })
      ).body.data.map(each => each.name);
    expect(await listed('text||$cont||LATE')).toEqual(['page.html', 'paper.pdf']);
    expect(await listed('text||$excl||late')).toEqual(['note.txt']);
    expect(await listed('text||$cont||shipment')).toEqual(['paper.pdf']);
    expect(await found(papers, 'hasText("late")')).toEqual([
      ['page.html', 'A late train'],
      ['paper.pdf', 'A late shipment'],
    ]);
  });

  it('should find texts by their content, and entities by the words they mark', async () => {
    const cities = await project('Cities', 4);
    const { body: classes } = await team.owner.request<readonly { readonly id: number }[]>(
      'POST',
      `/classes?project_id=${cities}`,
      { body: { classes: [{ name: 'City', color: '#336699', type: 1, attribute_groups: [] }] } },
    );
    for (const [name, text] of [
      ['one.txt', '😀 Berlin\r\nMunich wants a refund'],
      ['two.txt', 'Hamburg'],
    ] as const) {
      const uploaded = await team.owner.call<{ readonly item: { readonly id: number } }>(
        'main',
        itemsApi.operations.uploadItem,
        { params: { project_id: cities }, query: { name }, bytes: Buffer.from(text) },
      );
      const { item } = uploaded.body;
      const made = { type: 'entity', classId: classes[0]!.id, attributes: [], creationType: 'Manual' };
      const instances =
        name === 'one.txt'
          ? [
              { start: 2, end: 8 },
              { start: 9, end: 15 },
            ]
          : [{ start: 5, end: 7 }];
      const saved = await team.owner.request('PUT', `/api/v1/project/${cities}/item/${item.id}/annotation`, {
        body: {
          op: crypto.randomUUID(),
          base: 0,
          data: {
            metadata: { name },
            instances: instances.map(each => ({ ...made, ...each, id: crypto.randomUUID() })),
            tags: [],
            comments: [],
            freeText: name === 'two.txt' ? 'Ask for the rest' : '',
          },
        },
      });
      expect(saved).toMatchObject({ status: 200 });
    }
    const names = async (query: string): Promise<readonly string[]> =>
      ((await found(cities, query)) as readonly (readonly [string])[]).map(([name]) => name);
    expect(await names('freeText CONTAINS Refund')).toEqual(['one.txt']);
    expect(await names('freeText NOT CONTAINS refund')).toEqual(['two.txt']);
    expect(await names('freeText CONTAINS hamburg AND freeText CONTAINS "the rest"')).toEqual(['two.txt']);
    expect(await names('entity(text = Berlin)')).toEqual(['one.txt']);
    expect(await names('entity(text CONTAINS berlin AND text CONTAINS munich)')).toEqual([]);
    const { body: instances } = await team.owner.call<readonly { readonly text: string | null }[]>(
      'explore',
      searchApi.operations.searchInstances,
      { query: { project_id: cities }, body: { query: 'entity(className = City)' } },
    );
    expect(instances.map(each => each.text)).toEqual(['Berlin', 'Munich', 'rg']);
  });

  it('should find text answers of forms', async () => {
    const form = await project('Answers', 8);
    await team.owner.request('POST', `/project/${form}/custom-editor-template`, {
      body: { components: [{ id: 'note', type: 'input', value: '' }] },
    });
    const { body: items } = await team.owner.request<readonly { readonly id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: form,
        team_id: team.id,
        images: [{ name: 'one' }, { name: 'two' }],
        upload_state: 3,
        meta: {},
      },
    });
    await team.owner.request(
      'PUT',
      `/services/assets/api/v4/items/${items[0]!.id}/annotations/upload?team_id=${team.id}&project_id=${form}&overwrite=true`,
      { body: { metadata: { name: 'x' }, data: { note: { value: 'A broken wheel' } } } },
    );
    expect(await found(form, 'hasText("broken")')).toEqual([['one', 'A broken wheel']]);
  });
});
