import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, success } from '#core/api/common/index.ts';
import type { Session } from '#core/auth/common/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { DatabaseToken, defineServerHalf } from '#core/kernel/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

/** Calls that say they only read, and write in the team or in the installation. */
const slyApi = defineApi({
  service: 'main',
  operations: {
    sly: { method: 'GET', path: '/api/v1/sly', summary: 'Writes', access: 'team-member', reply: success },
    slyEverywhere: {
      method: 'GET',
      path: '/api/v1/sly-everywhere',
      summary: 'Writes',
      access: 'signed-in',
      reply: success,
    },
  },
});
const sly = defineServerHalf(definePlugin({ id: 'sly', title: 'Sly' }), {
  activate: ({ get, implement }) =>
    implement(slyApi, {
      slyEverywhere: () =>
        get(DatabaseToken)
          .system('write in a call that reads')
          .transaction(async trx => {
            await sql`update tenancy.team set name = 'Changed'`.execute(trx);
            return { success: true as const };
          }),
      sly: (_, context) =>
        context.transaction(async trx => {
          await sql`update tenancy.team set name = 'Changed' where id = ${context.team.id}`.execute(trx);
          return { success: true as const };
        }),
    }),
});

eachDatabase(kind => {
  describe('viewing as somebody else', () => {
    let app: TestApp;
    let root: TestPerson;
    let other: TestPerson;
    let team: TestTeam;
    let mia: TestPerson;
    let secret: string;
    beforeAll(async () => {
      app = await openTestApp(kind, {
        plugins: ['administration', 'audit', 'teams'],
        halves: [sly] as unknown as AnyServerHalf[],
        jobs: false,
      });
      root = (await app.team('Root', { superAdmin: true })).owner;
      other = (await app.team('Second', { superAdmin: true })).owner;
      team = await app.team('Alpha');
      mia = await team.join('mia@alpha.test');
      secret = (await app.app.services.sessions.open(root.row, { agent: 'test', address: '127.0.0.1' })).secret;
    }, DATABASE_TIMEOUT_MS);
    afterAll(() => app.close());

    const current = async (): Promise<Session> => (await app.app.services.sessions.refresh(secret))!.session;
    const ask = (session: Session, method: string, url: string, body?: object): Promise<Answer> =>
      app.request(method, url, {
        headers: {
          authorization: `Bearer ${session.accessToken}`,
          'x-entity-context': btoa(JSON.stringify({ team_id: team.id })),
        },
        ...(body === undefined ? {} : { body }),
      });
    const begin = async (person: TestPerson, reason = 'Ticket 7: cannot see the project') =>
      ask(await current(), 'POST', `/super-admin/users/${person.row.id}/view`, { reason });
    const lastActive = async (): Promise<unknown> =>
      (
        await app.database
          .system('look')
          .transaction(trx =>
            sql<{
              at: Date | null;
            }>`select last_active_at as at from tenancy.member where person_id = ${mia.row.id}`.execute(trx),
          )
      ).rows[0]!.at;

    it('should need a reason, and be for super-admins, as people who are none', async () => {
      expect((await begin(mia, ' ')).status).toBe(400);
      expect((await begin(other)).body['code']).toBe('NOT_VIEWABLE');
      expect((await begin(root)).body['code']).toBe('NOT_VIEWABLE');
      const byOwner = await team.owner.request('POST', `/super-admin/users/${mia.row.id}/view`, {
        body: { reason: 'Curious' },
      });
      expect(byOwner.status).toBe(403);
      expect((await current()).email).toBe(root.email);
    });

    it('should ask for a new proof of identity when the last one is old', async () => {
      const prove = (ago: string): Promise<unknown> =>
        app.database
          .system('let time pass')
          .transaction(trx =>
            sql`update auth.session set authenticated_at = now() - ${ago}::interval where person_id = ${root.row.id}`.execute(
              trx,
            ),
          );
      await prove('11 minutes');
      expect((await begin(mia)).body['code']).toBe('IDENTITY_UNCONFIRMED');
      expect((await current()).viewing).toBeUndefined();
      await prove('0 minutes');
    });

    it('should read as the person, write nothing, and show nothing of the account', async () => {
      expect((await begin(mia)).status).toBe(200);
      const session = await current();
      expect(session).toMatchObject({
        email: mia.email,
        idToken: '',
        viewing: { viewer: root.email, name: mia.email },
      });
      expect((await ask(session, 'GET', `/team/${team.id}`)).body).toMatchObject({ id: team.id, user_role: 4 });
      const refused = [
        await ask(session, 'PATCH', '/services/auth/me', { first_name: 'Eve' }),
        await ask(session, 'GET', '/services/auth/sessions'),
        await ask(session, 'GET', '/services/auth/mfa'),
        await ask(session, 'GET', `/get-sdk-token?team_id=${team.id}`),
        await ask(session, 'POST', `/super-admin/users/${team.owner.row.id}/view`, { reason: 'Nested' }),
        // The database itself lets a call that only says it reads write nothing.
        await ask(session, 'GET', '/api/v1/sly'),
        await ask(session, 'GET', '/api/v1/sly-everywhere'),
      ];
      expect(refused.map(each => [each.status, each.body['code']])).toEqual(refused.map(() => [403, 'VIEW_ONLY']));
      expect((await ask(session, 'GET', '/super-admin/users')).status).toBe(403);
      expect(await lastActive()).toBeNull();
      expect((await mia.request<{ data: unknown[] }>('GET', '/services/auth/sessions')).body.data).toHaveLength(1);
    });

    it('should name both people and the reason in the audit logs of the installation and the organization', async () => {
      const entries = (
        await other.request<{ data: { by: string; action: string; details: object; organization_id: number }[] }>(
          'GET',
          '/api/v1/admin/audit?limit=200',
        )
      ).body.data;
      const begun = entries.filter(each => each.action === 'administration.viewAs' && 'reason' in each.details);
      expect(begun.map(each => each.organization_id).sort()).toEqual([0, team.organizationId]);
      expect(begun[0]).toMatchObject({
        by: root.email,
        details: { viewing_as: mia.email, reason: 'Ticket 7: cannot see the project' },
      });
      await expect
        .poll(async () => {
          const found = await other.request<{ data: { by: string; details: object }[] }>(
            'GET',
            '/api/v1/admin/audit?action=administration.listUsers&outcome=denied',
          );
          return found.body.data.map(({ by, details }) => ({ by, details }));
        })
        .toMatchObject([{ by: root.email, details: { viewing_as: mia.email } }]);
    });

    it('should end by the call of the cookie, by itself, and with the session of the super-admin', async () => {
      const { sessions } = app.app.services;
      const viewing = await current();
      const end = await app.request('POST', '/services/auth/view/end', {
        headers: { cookie: `sid=${secret}`, 'x-requested-with': 'loupe-auth' },
        body: { viewing_as: mia.email },
      });
      expect(end.body).toMatchObject({ email: root.email });
      expect(end.body['viewing']).toBeUndefined();
      expect((await ask(viewing, 'GET', `/team/${team.id}`)).status).toBe(401);

      await begin(mia);
      const second = await current();
      expect(second.viewing!.until - Date.now()).toBeLessThanOrEqual(30 * 60_000);
      await app.database
        .system('let time pass')
        .transaction(trx =>
          sql`update auth.session set expires_at = now() - interval '1 second' where way = 'viewing'`.execute(trx),
        );
      sessions.forget();
      expect((await ask(second, 'GET', `/team/${team.id}`)).status).toBe(401);
      expect((await current()).email).toBe(root.email);

      await begin(mia);
      const third = await current();
      const { sid } = JSON.parse(atob(third.accessToken.split('.')[1]!)) as { sid: string };
      expect((await sessions.liveOf([sid])).size).toBe(1);
      await sessions.end(secret);
      expect((await sessions.liveOf([sid])).size).toBe(0);
      expect((await ask(third, 'GET', `/team/${team.id}`)).status).toBe(401);
    });
  });
});
