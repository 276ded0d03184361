import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { StoredDictionary } from '../common/api.ts';
import { textApi } from '../common/api.ts';

interface Refusal {
  readonly error: string;
  readonly code: string;
}
type Reply = StoredDictionary & Refusal;
const options = { exact_case: false, whole_words: true, accents: false };

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let person: {
    readonly id: number;
    readonly attribute_groups: readonly {
      readonly id: number;
      readonly attributes: readonly { readonly id: number }[];
    }[];
  };
  let tag: { readonly id: number };

  const get = (who = owner, project = projectId): Promise<Answer<Reply>> =>
    who.call<Reply>('main', textApi.operations.getDictionary, { params: { project_id: project } });
  const put = (entries: readonly object[], version: number, who = owner): Promise<Answer<Reply>> =>
    who.call<Reply>('main', textApi.operations.putDictionary, {
      params: { project_id: projectId },
      body: { options, entries, version },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-text'],
      jobs: false,
    });
    team = await app.team('North');
    owner = team.owner;
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Texts', type: 4 },
      })
    ).body.id;
    const made = await owner.request<[typeof person, typeof tag]>('POST', `/classes?project_id=${projectId}`, {
      body: {
        classes: [
          {
            name: 'Person',
            color: '#D7263D',
            type: 1,
            attribute_groups: [
              { name: 'Mention', group_type: 'radio', attributes: [{ name: 'Named' }, { name: 'Pronoun' }] },
            ],
          },
          { name: 'Biography', color: '#1B998B', type: 2, attribute_groups: [] },
        ],
      },
    });
    [person, tag] = made.body;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('the dictionary of a project', () => {
    it('should be empty at first, be stored as a new version, and stay when it is sent again', async () => {
      expect((await get()).body).toMatchObject({ version: 0, entries: [] });
      const [group] = person.attribute_groups;
      const entries = [
        {
          term: 'Ada Moreau',
          class_id: person.id,
          values: [{ group_id: group!.id, value: [group!.attributes[0]!.id] }],
        },
        { term: 'Noor', class_id: person.id, values: [] },
      ];
      expect((await put(entries, 0)).body).toMatchObject({ version: 1, entries, updated_by: owner.email });
      expect((await put(entries, 0)).body).toMatchObject({ version: 1 });
      expect((await get()).body).toMatchObject({ version: 1, entries });
    });

    it('should not be written over what somebody else stored meanwhile', async () => {
      const refused = await put([{ term: 'Other', class_id: person.id }], 0);
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        409,
        'CONFLICT',
        expect.stringContaining(`${owner.email} changed the dictionary meanwhile`),
      ]);
      expect((await get()).body.entries).toHaveLength(2);
    });

    it('should be refused with the entry that is wrong', async () => {
      for (const [entries, reason] of [
        [[{ term: 'x', class_id: tag.id }], `entries.0.class_id: ${tag.id} is not an object class of this project`],
        [
          [
            { term: 'Élan', class_id: person.id },
            { term: ' elan', class_id: person.id },
          ],
          'entries.1.term: “ elan” already names Person as “Élan”',
        ],
        [
          [{ term: 'x', class_id: person.id, values: [{ group_id: person.attribute_groups[0]!.id, value: 'Named' }] }],
          'entries.0.values.0.value: must be a list of value ids',
        ],
        [[{ term: '  ', class_id: person.id }], 'entries.0.term'],
        [[{ term: 'a\u0000', class_id: person.id }], 'entries.0.term'],
      ] as const) {
        const { status, body } = await put(entries, 1);
        expect([status, JSON.stringify(body)]).toEqual([
          expect.toSatisfy(code => code === 400 || code === 422),
          expect.stringContaining(JSON.stringify(reason.split(': ').at(-1)!).slice(1, -1)),
        ]);
      }
    });

    it('should be no matter of another team', async () => {
      const south = await app.team('South');
      expect((await get(south.owner)).status).toBeGreaterThanOrEqual(403);
      expect((await put([], 1, south.owner)).status).toBeGreaterThanOrEqual(403);
    });

    it('should leave out terms of a class that is gone', async () => {
      expect((await owner.request('DELETE', `/class/${person.id}?project_id=${projectId}`)).status).toBeLessThan(300);
      expect((await get()).body).toMatchObject({ version: 1, entries: [] });
    });
  });

  it('should divide a text for scripts, and name a unit or language it does not know', async () => {
    const ask = (body: object) => owner.request('POST', '/services/ml/tokenize', { body });
    expect((await ask({ text: 'Dr. Ada met us. 你好', unit: 'sentence', locale: 'en' })).body).toEqual({
      tokens: [
        [0, 15],
        [16, 18],
      ],
      kinds: ['sentence', 'sentence'],
    });
    for (const [field, value] of [
      ['unit', 'line'],
      ['locale', 'no such language'],
      ['text', 'x'.repeat(1_000_001)],
    ] as const) {
      const answer = await ask({ text: 'a', [field]: value });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(field)]);
    }
  });
});
