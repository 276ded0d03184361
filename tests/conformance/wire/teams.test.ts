import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface WirePerson {
  readonly id: string;
  readonly email: string;
  readonly user_role: number;
}
interface WireTeam {
  readonly id: number;
  readonly name: string;
  readonly users?: WirePerson[];
  readonly pending_invitations?: WirePerson[];
  readonly avatar_url?: string | null;
  readonly accesses?: { readonly actions: string[] };
}

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let script: ScriptClient;
  let ana: TestPerson;
  let adam: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'items', 'workflow', 'administration', 'audit'] });
    team = await app.team('North');
    other = await app.team('South');
    script = await scriptClient(app, team);
    ana = await team.join('ana@north.test');
    adam = await team.join('adam@north.test', 7);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  const members = async (): Promise<Map<string, number>> =>
    new Map(
      (await script.call<{ data: WirePerson[] }>('main', 'GET', '/users', { query: { offset: 0 } })).body.data.map(
        each => [each.email, each.user_role],
      ),
    );
  const invite = (
    emails: string[],
    role = 4,
  ): Promise<Answer<{ success: { emails: string[] }; failed: { emails: string[] }; links: Record<string, string> }>> =>
    script.call('main', 'POST', `/api/v1/team/${team.id}/inviteUsers`, { body: { emails, team_role: role } });

  describe('GET team/{id}, in both spellings', () => {
    it('answers the team of the client’s first call with every key it prints, and no people', async () => {
      const { status, body } = await script.call<WireTeam>('main', 'GET', `/api/v1/team/${team.id}`, {
        query: { include_users: false },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: team.id,
        name: 'North team',
        description: null,
        type: 1,
        owner_id: String(team.organizationId),
      });
      expect(body).not.toHaveProperty('users');
    });

    it('adds people, open invitations, rights and the picture when asked', async () => {
      await invite(['soon@north.test']);
      const { body } = await script.call<WireTeam>('main', 'GET', `/team/${team.id}`, {
        query: {
          v: 'main',
          include_organization: true,
          include_users: true,
          include_accesses: true,
          include_avatar_url: true,
        },
      });
      expect(body.users!.map(each => each.email).sort()).toEqual([
        'adam@north.test',
        'ana@north.test',
        'owner@north.test',
      ]);
      expect(body.pending_invitations).toEqual([
        { id: 'soon@north.test', email: 'soon@north.test', first_name: '', last_name: '', user_role: 4 },
      ]);
      expect(body.accesses!.actions).toContain('DeleteTeam');
      expect(body.avatar_url).toBeNull();
    });

    it('does not find another team', async () => {
      expect((await team.owner.request('GET', `/team/${other.id}`)).status).toBe(404);
    });
  });

  it('GET api/v1/teams answers the caller’s teams in a page, GET teams all of them', async () => {
    const { body } = await script.call<{ data: WireTeam[]; count: number }>('main', 'GET', '/api/v1/teams', {
      query: { offset: 0, name: 'NORTH' },
    });
    expect([body.count, body.data.map(each => each.id)]).toEqual([1, [team.id]]);
    expect((await script.call<WireTeam[]>('main', 'GET', '/teams')).body.map(each => each.id)).toEqual([team.id]);
  });

  it('GET activeTeam answers that the team is missed until a default team is chosen', async () => {
    expect(await ana.request('GET', '/activeTeam')).toMatchObject({
      status: 404,
      body: { code: 'NO_DEFAULT_TEAM', error: expect.stringMatching(/^Team is missed\./) },
    });
    expect((await ana.request('POST', `/team/${team.id}/makeDefault`)).status).toBe(200);
    expect((await ana.request('GET', '/activeTeam')).body).toMatchObject({ id: team.id, is_default: true });
    expect((await script.call('main', 'GET', '/activeTeam')).body, 'a token has one team').toMatchObject({
      id: team.id,
    });
  });

  describe('invitations', () => {
    it('inviteUsers answers good and bad addresses apart', async () => {
      const { status, body } = await invite(['new@north.test', 'nobody', 'ana@north.test']);
      expect(status).toBe(200);
      expect([body.success.emails, body.failed.emails]).toEqual([['new@north.test'], ['nobody', 'ana@north.test']]);
    });

    it('are listed with who invited and until when, the newest first', async () => {
      await invite(['late@north.test'], 7);
      const { body } = await script.call<{
        data: { email: string; user_role: number; invited_by: string; expiresAt: string; expired: boolean }[];
        count: number;
      }>('main', 'GET', `/api/v1/teams/${team.id}/invitations`);
      expect(body.data[0]).toMatchObject({
        email: 'late@north.test',
        user_role: 7,
        invited_by: 'owner@north.test',
        expired: false,
      });
      expect(Math.round((Date.parse(body.data[0]!.expiresAt) - Date.now()) / 86_400_000)).toBe(14);
      expect((await ana.request('GET', `/api/v1/teams/${team.id}/invitations`)).status).toBe(403);
    });

    it('PUT team/{id}/invite changes the role and keeps the link; members are refused', async () => {
      const link = (await invite(['role@north.test'])).body.links['role@north.test']!;
      const change = (e_mail: string): Promise<Answer> =>
        script.call('main', 'PUT', `/team/${team.id}/invite`, { body: { e_mail, role: 7 } });
      expect((await change('role@north.test')).status).toBe(200);
      expect((await members()).get('role@north.test')).toBe(7);
      expect((await app.request('GET', `/api/v1/invitations/${link.split('/').at(-1)}`)).status).toBe(200);
      expect((await change('ana@north.test')).status).toBe(409);
      expect((await change('nobody@else.test')).status).toBe(404);
    });

    it('DELETE team/{id}/invite takes one back', async () => {
      await invite(['gone@north.test']);
      expect(
        (await script.call('main', 'DELETE', `/team/${team.id}/invite`, { body: { e_mail: 'gone@north.test' } }))
          .status,
      ).toBe(200);
      expect((await members()).has('gone@north.test')).toBe(false);
    });

    it('approveInvitation lets a signed-in person join, and nobody else with their link', async () => {
      const { owner } = other;
      const token = (await invite([owner.email])).body.links[owner.email]!.split('/').at(-1);
      expect((await ana.request('POST', '/team/approveInvitation', { body: { token } })).status).toBe(401);
      expect(await owner.request('POST', '/team/approveInvitation', { body: { token } })).toMatchObject({
        status: 200,
        body: { id: team.id, user_role: 4 },
      });
      expect((await members()).has(owner.email)).toBe(true);
      await script.call('main', 'DELETE', `/team/${team.id}/member`, { body: { e_mail: owner.email } });
    });
  });

  describe('members', () => {
    it('PUT and DELETE team/{id}/member change and remove one', async () => {
      await team.join('sam@north.test');
      expect(
        (await script.call('main', 'PUT', `/team/${team.id}/member`, { body: { e_mail: 'sam@north.test', role: 7 } }))
          .status,
      ).toBe(200);
      expect((await members()).get('sam@north.test')).toBe(7);
      expect(
        (await script.call('main', 'DELETE', `/team/${team.id}/member`, { body: { e_mail: 'sam@north.test' } })).status,
      ).toBe(200);
      expect(
        (await script.call('main', 'DELETE', `/team/${team.id}/member`, { body: { e_mail: 'sam@north.test' } })).status,
      ).toBe(404);
    });

    it('members/bulk answers counts', async () => {
      await team.join('tom@north.test');
      const { body } = await script.call('main', 'DELETE', `/team/${team.id}/members/bulk`, {
        body: { data: [{ email: 'tom@north.test' }, { email: 'nobody@else.test' }] },
      });
      expect(body).toMatchObject({ success: 1, error: 1 });
    });

    it('leave by themselves, but the owner does not', async () => {
      const kim = await team.join('kim@north.test', 7);
      expect((await kim.request('POST', `/api/v1/teams/${team.id}/leave`)).status).toBe(200);
      expect((await kim.request('GET', `/team/${team.id}`)).status).toBe(404);
      expect((await team.owner.request('POST', `/api/v1/teams/${team.id}/leave`)).body).toMatchObject({
        code: 'FORBIDDEN',
        error: expect.stringContaining('Transfer'),
      });
    });
  });

  describe('settings', () => {
    const put = (body: object): Promise<Answer> =>
      script.call('main', 'PUT', `/api/v1/teams/${team.id}/settings`, { body });

    it('give new projects their workflow when they name none', async () => {
      expect((await script.call('main', 'GET', `/api/v1/teams/${team.id}/settings`)).body).toEqual({
        default_workflow_id: null,
        invitation_days: 14,
      });
      expect((await put({ default_workflow_id: 2 })).body).toEqual({ default_workflow_id: 2, invitation_days: 14 });
      const id = await scriptProject(script, 'By default');
      expect((await script.call('main', 'GET', `/api/v1/project/${id}`)).body).toMatchObject({ workflow_id: 2 });
      expect((await put({ default_workflow_id: null })).body).toMatchObject({ default_workflow_id: null });
      expect(
        (await script.call('main', 'GET', `/api/v1/project/${await scriptProject(script, 'By the system')}`)).body,
      ).toMatchObject({ workflow_id: 1 });
    });

    it('refuse a workflow the team has not, and contributors', async () => {
      expect(await put({ default_workflow_id: 99_999 })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD' },
      });
      expect(
        (await ana.request('PUT', `/api/v1/teams/${team.id}/settings`, { body: { invitation_days: 3 } })).status,
      ).toBe(403);
    });

    it('say how long invitations live', async () => {
      await put({ invitation_days: 3 });
      await invite(['quick@north.test']);
      const { body } = await script.call<{ data: { expiresAt: string }[] }>(
        'main',
        'GET',
        `/api/v1/teams/${team.id}/invitations`,
      );
      expect(Math.round((Date.parse(body.data[0]!.expiresAt) - Date.now()) / 86_400_000)).toBe(3);
    });
  });

  describe('the picture', () => {
    const put = (bytes: Buffer, by = adam): Promise<Answer<{ avatar_url: string }>> =>
      by.request('PUT', `/api/v1/teams/${team.id}/avatar`, { bytes, headers: { 'content-type': 'image/png' } });

    it('becomes a small square behind a signed address, and is taken away again', async () => {
      const { status, body } = await put(png);
      expect(status).toBe(200);
      const picture = await app.request('GET', body.avatar_url);
      expect(await sharp(picture.raw).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
      const asked = async (): Promise<unknown> =>
        (await script.call<WireTeam>('main', 'GET', `/team/${team.id}`, { query: { include_avatar_url: true } })).body
          .avatar_url;
      expect(await asked()).toContain('/blobs/');
      expect((await adam.request('DELETE', `/api/v1/teams/${team.id}/avatar`)).status).toBe(200);
      expect(await asked()).toBeNull();
    });

    it('must be a picture of at most 2 MB, set by an admin', async () => {
      expect(await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
        status: 415,
        body: { code: 'TYPE_NOT_SUPPORTED' },
      });
      expect(await put(Buffer.alloc(2_200_000))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
      expect((await put(png, ana)).status).toBe(403);
    });
  });

  it('the audit names who did what, the newest first, to admins only', async () => {
    await invite(['seen@north.test']);
    const { body } = await script.call<{ data: { by: string; action: string; details: object }[]; count: number }>(
      'main',
      'GET',
      `/api/v1/teams/${team.id}/audit`,
      { query: { limit: 1 } },
    );
    expect(body.data).toMatchObject([
      { by: 'owner@north.test', action: 'member.invited', details: { email: 'seen@north.test', role: 4 } },
    ]);
    expect(body.count).toBeGreaterThan(1);
    expect((await ana.request('GET', `/api/v1/teams/${team.id}/audit`)).status).toBe(403);
  });

  it('should say that a request for a plan was not sent without a mail server', async () => {
    expect((await script.call('main', 'POST', '/proRequest')).body).toMatchObject({
      success: false,
      message: expect.stringContaining('no mail server'),
    });
  });

  it('SDK tokens are one for a person and team: a new one ends the old', async () => {
    const generate = async (): Promise<string> =>
      (await adam.request<{ token: string }>('POST', '/generate-sdk-token', { body: { team_id: team.id } })).body.token;
    const works = async (token: string): Promise<number> =>
      (await app.request('GET', `/user/ME?team_id=${team.id}`, { headers: { authorization: token, authtype: 'sdk' } }))
        .status;
    const [old, fresh] = [await generate(), await generate()];
    expect(fresh).toMatch(new RegExp(`^[-.@_A-Za-z0-9]+=${team.id}$`));
    expect([await works(old), await works(fresh)]).toEqual([401, 200]);
    expect((await adam.request('GET', '/get-sdk-token')).body).toMatchObject({ exists: true });
    expect((await adam.request('POST', '/revoke-sdk-token', { body: {} })).status).toBe(200);
    expect(await works(fresh)).toBe(401);
  });

  describe('a team as a whole', () => {
    it('is made, renamed, handed on and deleted with all it has', async () => {
      const { owner } = other;
      const made = await owner.request<WireTeam>('POST', '/team', {
        body: { name: 'Third', type: 1, organization_id: other.organizationId },
      });
      expect(made.status).toBe(201);
      const { id } = made.body;
      const query = `?team_id=${id}`;
      const bo = await app.app.services.people.create({ email: `bo@third.test`, password: 'correct horse' });
      await app.app.services.members.add(id, bo, 4);
      const token = await app.app.services.sdkTokens.generate(id, owner.row.id);
      const withToken = async (): Promise<number> =>
        (await app.request('GET', `/user/ME${query}`, { headers: { authorization: token, authtype: 'sdk' } })).status;
      expect(await withToken()).toBe(200);
      expect((await owner.request('PUT', `/team/${id}`, { body: { name: 'Third team' } })).body).toMatchObject({
        name: 'Third team',
      });
      expect(
        (await owner.request('POST', `/api/v1/teams/${id}/transfer`, { body: { email: 'nobody@else.test' } })).status,
      ).toBe(404);
      expect((await owner.request('POST', `/api/v1/teams/${id}/transfer`, { body: { email: bo.email } })).status).toBe(
        200,
      );
      expect(await withToken(), 'all tokens of the team end').toBe(401);
      expect((await owner.request(`GET`, `/team/${id}`)).body).toMatchObject({ creator_id: bo.email });
      const project = await owner.request<{ id: number }>('POST', `/project${query}`, {
        body: { name: 'Inside', type: 1 },
        headers: { 'x-entity-context': btoa(JSON.stringify({ team_id: id })) },
      });
      expect(project.status).toBe(201);
      expect((await owner.request('DELETE', `/team/${id}`)).status).toBe(200);
      expect((await owner.request('GET', `/team/${id}`)).status).toBe(404);
      expect(await rowsOf(id), 'no table keeps a row of it').toEqual([]);
    });

    it('is handed on and deleted by its owner only', async () => {
      expect((await adam.request('DELETE', `/team/${team.id}`)).status).toBe(403);
      expect(
        (await adam.request('POST', `/api/v1/teams/${team.id}/transfer`, { body: { email: adam.email } })).status,
      ).toBe(403);
      expect((await other.owner.request('DELETE', `/team/${team.id}`)).status).toBe(404);
    });
  });

  async function rowsOf(teamId: number): Promise<string[]> {
    return app.database.system('look for rows of a team').transaction(async trx => {
      const tables = (
        await sql<{
          name: string;
        }>`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped where c.relkind = 'r' and c.relrowsecurity`.execute(
          trx,
        )
      ).rows;
      const kept: string[] = [];
      for (const { name } of tables)
        if (
          (await sql`select 1 from ${sql.table(name)} where team_id = ${teamId} limit 1`.execute(trx)).rows.length > 0
        )
          kept.push(name);
      return kept;
    });
  }
});
