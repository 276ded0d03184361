import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { tenancyApi } from '#core/tenancy/common/index.ts';
import { teamsApi } from '#plugins/workspace/teams/common/index.ts';
import { adminApi } from '../common/api.ts';
import type { PendingInvitation, SentInvitation } from '../common/invitations-api.ts';
import { invitationsApi } from '../common/invitations-api.ts';

const { listInvitationsOfAll, inviteToOrganization, revokeInvitation } = invitationsApi.operations;
const PASSWORD = 'a long passphrase 1';

eachDatabase(kind => {
  let app: TestApp;
  let root: TestPerson;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['administration'], jobs: false });
    root = (await app.team('Root', { superAdmin: true })).owner;
    team = await app.team('Alpha');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const invite = (
    e_mail: string,
    role: string,
    more: object = {},
  ): Promise<Answer<SentInvitation & { code?: string }>> =>
    root.call('main', inviteToOrganization, {
      body: { e_mail, organization_id: team.organizationId, team_id: team.id, role, ...more },
    });
  const list = async (search?: string): Promise<{ data: PendingInvitation[]; count: number }> =>
    (
      await root.call<{ data: PendingInvitation[]; count: number }>('main', listInvitationsOfAll, {
        query: search === undefined ? {} : { search },
      })
    ).body;
  const accept = ({ body }: Answer<SentInvitation>): Promise<Answer<{ code?: string }>> => {
    const token = body.link!.split('/').at(-1)!;
    return app.request('POST', `/api/v1/invitations/${token}/accept`, {
      body: { first_name: 'Eva', last_name: 'Ray', password: PASSWORD },
    });
  };
  const owner = async (): Promise<string> =>
    (
      await root.call<{ owner_email: string }>('main', adminApi.operations.getOrganization, {
        params: { organization_id: team.organizationId },
      })
    ).body.owner_email;

  it('should invite to any team, list it, make a new link and revoke it', async () => {
    const first = await invite('ana@alpha.test', 'admin');
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect(first.body).toMatchObject({ mail: 'none', unmailed: null, link: expect.stringContaining('/invite/') });
    expect(await list('alpha')).toMatchObject({
      count: 1,
      data: [{ email: 'ana@alpha.test', team: { id: team.id }, role: 'admin', invited_by: root.email, expired: false }],
    });
    const second = await invite('ana@alpha.test', 'contributor');
    expect((await accept(first)).status).toBe(404);
    const [row] = (await list('ana@')).data;
    expect(row!.role).toBe('contributor');
    const params = { member_id: row!.member_id };
    expect((await root.call('main', revokeInvitation, { params })).status).toBe(200);
    expect((await accept(second)).status).toBe(404);
    expect((await root.call('main', revokeInvitation, { params })).status).toBe(404);
    expect((await list()).count).toBe(0);
  });

  it('should refuse a team of another organization, members, the present owner, and everybody but super-admins', async () => {
    const other = await app.team('Beta');
    expect((await invite('ben@alpha.test', 'admin', { team_id: other.id })).status).toBe(404);
    expect((await invite(team.owner.email, 'admin')).body.code).toBe('NAME_EXISTS');
    expect((await invite(team.owner.email, 'owner')).body.code).toBe('CONFLICT');
    const body = { e_mail: 'x@alpha.test', organization_id: team.organizationId, team_id: team.id, role: 'owner' };
    expect((await team.owner.call('main', inviteToOrganization, { body })).status).toBe(403);
    expect((await team.owner.call('main', listInvitationsOfAll)).status).toBe(403);
  });

  it('should hand the organization over when the next owner accepts, with an entry in its audit log', async () => {
    const taken = await invite('eva@alpha.test', 'owner');
    // A link that a Team Admin can see must not give away the organization.
    const relinked = await team.owner.call<{ links: Record<string, string> }>(
      'main',
      teamsApi.operations.inviteMembers,
      { params: { team_id: team.id }, body: { emails: ['eva@alpha.test'], team_role: 7 } },
    );
    expect((await accept(taken)).status).toBe(404);
    const link = relinked.body.links['eva@alpha.test']!;
    expect((await accept({ ...taken, body: { ...taken.body, link } })).status).toBe(200);
    expect(await owner()).toBe(team.owner.email);

    const late = await invite('late@alpha.test', 'owner');
    expect((await list('late@')).data[0]!.role).toBe('owner');
    expect((await accept(await invite('nia@alpha.test', 'owner'))).status).toBe(200);
    expect(await owner()).toBe('nia@alpha.test');
    const { rows } = await app.database.system('a test').transaction(trx =>
      sql<{ email: string }>`select email from audit.entry
          where organization_id = ${team.organizationId} and action = 'organization.transferred'`.execute(trx),
    );
    expect(rows).toEqual([{ email: 'nia@alpha.test' }]);
    // The organization has another owner by now than when this one was invited.
    expect((await accept(late)).status).toBe(200);
    expect(await owner()).toBe('nia@alpha.test');
    const members = await team.owner.call<{ user_role: number }>('main', tenancyApi.operations.getTeam, {
      params: { team_id: team.id },
    });
    expect(members.body.user_role).toBe(12);
  });
});
