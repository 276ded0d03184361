import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { InstructionFile, Instructions } from '../common/instructions-api.ts';
import { instructionsApi } from '../common/instructions-api.ts';

const { getInstructions, putInstructions, putInstructionFile, getInstructionFile, deleteInstructionFile } =
  instructionsApi.operations;
const written = (text: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let boss: TestPerson;
  let ana: TestPerson;
  let idle: TestPerson;
  let stranger: TestPerson;
  let params: { project_id: number };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects'] });
    const team = await app.team('North');
    owner = team.owner;
    [boss, ana, idle] = [
      await team.join('boss@north.test'),
      await team.join('ana@north.test'),
      await team.join('idle@north.test'),
    ];
    stranger = (await app.team('South')).owner;
    params = {
      project_id: (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 1 } })).body.id,
    };
    await owner.request('POST', `/api/v1/project/${params.project_id}/share/bulk`, {
      body: {
        users: [
          { user_id: boss.email, user_role: 3 },
          { user_id: ana.email, user_role: 1 },
        ],
      },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const read = async (by: TestPerson): Promise<Answer<Instructions>> =>
    by.call<Instructions>('main', getInstructions, { params });
  const put = (by: TestPerson, document: object, version: number): Promise<Answer> =>
    by.call('main', putInstructions, { params, body: { document, version } });
  const upload = (by: TestPerson, name: string, text: string): Promise<Answer<InstructionFile>> =>
    by.call<InstructionFile>('main', putInstructionFile, { params, query: { name }, bytes: Buffer.from(text) });

  it('should be written by project admins, read by every member, and count their versions', async () => {
    expect((await read(ana)).body).toMatchObject({ document: null, version: 0, files: [] });
    expect((await put(boss, written('Draw cars.'), 0)).status).toBe(200);
    expect((await read(ana)).body).toMatchObject({
      document: written('Draw cars.'),
      version: 1,
      updated_by: boss.email,
    });
    expect(await put(boss, written('Draw cars.'), 0), 'the same again is no change').toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect(await put(owner, written('Draw buses.'), 0)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { version: 1 } },
    });
    expect(await put(owner, written('Draw buses.'), 1)).toMatchObject({ status: 200, body: { version: 2 } });
  });

  it('should refuse what runs or is not known, with the reason', async () => {
    const link = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
        },
      ],
    };
    const answer = await put(owner, link, 2);
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      'document is not valid: has a link that is not http, https or mailto',
    ]);
    expect((await put(owner, { type: 'doc', content: [{ type: 'image' }] }, 2)).status).toBe(400);
  });

  it('should keep versions of a file, and hand them out as bytes that no page shows', async () => {
    const first = (await upload(boss, 'guide.html', '<script>alert(1)</script>')).body;
    expect(
      (await upload(boss, 'guide.html', '<script>alert(1)</script>')).body.id,
      'the same bytes are no new version',
    ).toBe(first.id);
    const second = (await upload(boss, 'guide.html', '<b>two</b>')).body;
    expect((await read(ana)).body.files.map(each => [each.name, each.version, each.size])).toEqual([
      ['guide.html', 2, 10],
      ['guide.html', 1, 25],
    ]);
    const got = await ana.call('main', getInstructionFile, { params: { ...params, file_id: first.id } });
    expect(got.raw.toString()).toBe('<script>alert(1)</script>');
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="guide\.html"/),
      'x-content-type-options': 'nosniff',
    });
    expect((await boss.call('main', deleteInstructionFile, { params: { ...params, file_id: first.id } })).status).toBe(
      200,
    );
    expect((await read(ana)).body.files.map(each => each.id)).toEqual([second.id]);
  });

  it('should be closed to others by role, and unknown to another team', async () => {
    const file = (await upload(owner, 'a.txt', 'x')).body;
    const ofFile = { params: { ...params, file_id: file.id } };
    for (const [person, reads, writes] of [
      [ana, 200, 403],
      [idle, 404, 404],
      [stranger, 404, 404],
    ] as const) {
      expect((await read(person)).status).toBe(reads);
      expect((await person.call('main', getInstructionFile, ofFile)).status).toBe(reads);
      expect((await put(person, written('x'), 2)).status).toBe(writes);
      expect((await upload(person, 'b.txt', 'x')).status).toBe(writes);
      expect((await person.call('main', deleteInstructionFile, ofFile)).status).toBe(writes);
    }
  });
});
