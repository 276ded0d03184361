import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const AUTH = '/services/auth';
const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const PASSWORD = 'correct horse';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-mails-'));
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'profile'],
      jobs: false,
      settings: { mail: { folder, from: 'Loupe <loupe@north.test>' } },
    });
    team = await app.team('North');
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => app.database.system('test').transaction(trx => sql`delete from auth.attempt`.execute(trx)));

  const post = <T = Record<string, unknown>>(path: string, body: object): Promise<Answer<T>> =>
    app.request('POST', AUTH + path, { body, headers: OWN_PAGE });
  const signsIn = async (email: string, password = PASSWORD): Promise<boolean> =>
    (await post('/sign-in', { email, password })).status === 200;
  const ask = (person: TestPerson, email: string): Promise<Answer> =>
    person.request('POST', `${AUTH}/email-change`, { body: { email } });
  const mailTo = (address: string, words: string): Promise<string> =>
    vi.waitFor(async () => {
      const files = (await readdir(folder)).toSorted().toReversed();
      const texts: string[] = [];
      for (const each of files) texts.push(await readFile(join(folder, each), 'utf8'));
      const mails = texts.map(each => each.replaceAll(/=\r?\n/g, ''));
      return mails.find(each => each.includes(`To: ${address}`) && each.includes(words))!.toString();
    });
  const tokenIn = (mail: string): string => /#([\w-]{43})/.exec(mail)![1]!;
  const linkTo = async (address: string): Promise<string> => tokenIn(await mailTo(address, 'Confirm your new'));
  const change = async (person: TestPerson, to: string): Promise<void> => {
    expect((await ask(person, to)).body).toEqual({ success: true });
    expect(await post('/email-change/complete', { token: await linkTo(to) })).toMatchObject({ body: { email: to } });
  };
  const aged = (person: TestPerson): Promise<unknown> =>
    app.database
      .system('test')
      .transaction(trx =>
        sql`update auth.session set authenticated_at = now() - interval '1 hour' where person_id = ${person.row.id}`.execute(
          trx,
        ),
      );

  it('should let only the new address sign in once its link was used, and keep all that names the person', async () => {
    const ana = await team.join('ana@north.test');
    const { body: project } = await team.owner.request<{ id: number }>('POST', '/project', {
      body: { name: 'Streets', type: 1 },
    });
    await team.owner.request('POST', `/api/v1/project/${project.id}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    await aged(ana);
    expect((await ask(ana, 'ana@new.test')).body).toMatchObject({ code: 'IDENTITY_UNCONFIRMED' });
    await ana.request('POST', `${AUTH}/confirm`, { body: { password: PASSWORD }, headers: OWN_PAGE });
    expect((await ask(ana, ana.email)).status).toBe(400);
    expect((await ask(ana, 'Ana@New.test')).body).toEqual({ success: true });
    const token = await linkTo('ana@new.test');
    expect([await signsIn(ana.email), await signsIn('ana@new.test')]).toEqual([true, false]);
    expect((await post('/links', { purpose: 'email-change', token })).body).toEqual({ email: 'ana@new.test' });
    expect((await post('/email-change/complete', { token })).body).toEqual({ email: 'ana@new.test' });
    expect((await post('/email-change/complete', { token })).body).toMatchObject({ code: 'LINK_EXPIRED' });
    expect([await signsIn(ana.email), await signsIn('ana@new.test')]).toEqual([false, true]);

    // The session goes on, and role, projects and name in the team are theirs as before.
    expect((await ana.request('GET', '/user/me')).body).toMatchObject({ id: ana.email, address: 'ana@new.test' });
    expect((await ana.request('GET', `/project/${project.id}`)).body).toMatchObject({ my_role: 1 });
    const listed = await team.owner.request<{ data: object[] }>('GET', `/users?email=${ana.email}`);
    // Calls find them by the new address, too.
    const { body: second } = await team.owner.request<{ id: number }>('POST', '/project', {
      body: { name: 'Lanes', type: 1 },
    });
    await team.owner.request('POST', `/api/v1/project/${second.id}/share/bulk`, {
      body: { users: [{ user_id: 'ana@new.test', user_role: 2 }] },
    });
    expect((await ana.request('GET', `/project/${second.id}`)).body).toMatchObject({ my_role: 2 });
    const promoted = { e_mail: 'ana@new.test', role: 7 };
    expect((await team.owner.request('PUT', `/team/${team.id}/member`, { body: promoted })).status).toBe(200);
    expect(listed.body.data).toMatchObject([{ email: ana.email, address: 'ana@new.test' }]);
    const { body: asked } = await team.owner.request('GET', `/api/v1/team/${team.id}?include_addresses=true`);
    expect(asked['addresses'], 'what screens show for names').toEqual({ [ana.email]: 'ana@new.test' });
    expect(await mailTo(ana.email, 'signs in with ana@new.test')).toContain('undo');
  });

  it('should take neither address for somebody else’s afterwards', async () => {
    const bob = await team.join('bob@north.test');
    await change(bob, 'bob@new.test');
    const { people } = app.app.services;
    for (const email of ['bob@north.test', 'bob@new.test'])
      await expect(people.create({ email })).rejects.toMatchObject({ code: 'NAME_EXISTS' });
    // Invited by either address, it is the same person, and the mail goes where they read it.
    const other = await app.team('South');
    const invite = (email: string): Promise<Answer<{ failed: { reasons: object } }>> =>
      other.owner.request('POST', `/api/v1/team/${other.id}/inviteUsers`, { body: { emails: [email], team_role: 4 } });
    for (const email of ['bob@new.test', 'bob@north.test'])
      expect((await invite(email)).body.failed.reasons).toEqual({});
    const users = await other.owner.request<{ data: { email: string }[] }>('GET', '/users?email=bob');
    expect(users.body.data.map(each => each.email)).toEqual([bob.email]);
    const token = /\/invite\/([\w-]+)/.exec(await mailTo('bob@new.test', '/invite/'))![1]!;
    expect((await bob.request('POST', `/api/v1/invitations/${token}/accept`, { body: {} })).status).toBe(200);
    // A new password is for the present address only.
    await post('/password-reset', { email: 'bob@north.test' });
    await post('/password-reset', { email: 'bob@new.test' });
    await mailTo('bob@new.test', 'new password');
    await expect(people.bySignIn('bob@north.test')).resolves.toBeUndefined();
  });

  it('should not say whether an address has an account, and refuse one that is invited', async () => {
    const cleo = await team.join('cleo@north.test');
    expect((await ask(cleo, team.owner.email)).body).toEqual({ success: true });
    await mailTo(team.owner.email, 'already has a Loupe account');
    await team.owner.request('POST', `/api/v1/team/${team.id}/inviteUsers`, {
      body: { emails: ['cleo@new.test'], team_role: 4 },
    });
    await ask(cleo, 'cleo@new.test');
    const token = await linkTo('cleo@new.test');
    expect((await post('/email-change/complete', { token })).body).toMatchObject({ code: 'ADDRESS_INVITED' });
    await team.owner.request('DELETE', `/team/${team.id}/invite`, { body: { e_mail: 'cleo@new.test' } });
    expect((await post('/email-change/complete', { token })).status).toBe(200);
  });

  it('should be undone by the old address, which gets the account back alone', async () => {
    const dan = await team.join('dan@north.test');
    await change(dan, 'thief@else.test');
    await change(dan, 'thief@third.test');
    const token = tokenIn(await mailTo('dan@north.test', 'undo'));
    expect((await post('/email-change/undo', { token })).body).toEqual({ email: 'dan@north.test' });
    expect((await dan.request('GET', '/user/me')).status).toBe(401);
    expect([await signsIn('dan@north.test'), await signsIn('thief@third.test')]).toEqual([false, false]);
    const reset = tokenIn(await mailTo('dan@north.test', 'asked for a new password'));
    await post('/password-reset/complete', { token: reset, password: 'tram velvet orbit 9' });
    expect(await signsIn('dan@north.test', 'tram velvet orbit 9')).toBe(true);
    expect((await post('/email-change/undo', { token })).body).toMatchObject({ code: 'LINK_EXPIRED' });
  });
});
