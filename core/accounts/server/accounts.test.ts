import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const AUTH = '/services/auth';

let app: TestApp;
let team: TestTeam;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-mails-'));
  app = await openTestApp(anyDatabase(), {
    plugins: [],
    jobs: false,
    settings: { mail: { folder, from: 'Loupe <loupe@north.test>' }, signUp: true },
  });
  team = await app.team('North');
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => app.database.system('test').transaction(trx => sql`delete from auth.attempt`.execute(trx)));

const post = <T = Record<string, unknown>>(path: string, body: object): Promise<Answer<T>> =>
  app.request('POST', AUTH + path, { body, headers: OWN_PAGE });
const signIn = (email: string, password: string): Promise<Answer> => post('/sign-in', { email, password });

/** The texts of the mails to an address, oldest first. */
async function mailsTo(address: string): Promise<readonly string[]> {
  const files = (await readdir(folder)).toSorted();
  const texts = await Promise.all(files.map(each => readFile(join(folder, each), 'utf8')));
  return texts.filter(each => each.includes(`To: ${address}`)).map(each => each.replaceAll(/=\r?\n/g, ''));
}
const mailTo = (address: string, count: number): Promise<string> =>
  vi.waitFor(async () => {
    const found = await mailsTo(address);
    expect(found).toHaveLength(count);
    return found.at(-1)!;
  });
const tokenIn = (mail: string): string => /#([\w-]{43})/.exec(mail)![1]!;

it('should set a new password by a mailed link once, and end the sessions that were there', async () => {
  const { email } = team.owner;
  expect((await post('/password-reset', { email: email.toUpperCase() })).body).toEqual({ success: true });
  const mail = await mailTo(email, 1);
  const token = tokenIn(mail);
  expect((await post('/links', { purpose: 'password-reset', token })).body).toEqual({ email });
  expect((await post('/links', { purpose: 'sign-up', token })).status).toBe(404);
  expect((await post('/password-reset/complete', { token, password: 'short' })).status).toBe(400);
  const password = 'a new and better one';
  expect((await post('/password-reset/complete', { token, password })).body).toEqual({ email });
  expect((await team.owner.request('GET', `${AUTH}/me`)).status).toBe(401);
  expect((await signIn(email, 'correct horse')).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(200);
  expect(await post('/password-reset/complete', { token, password })).toMatchObject({
    status: 404,
    body: { code: 'LINK_EXPIRED' },
  });
  expect(await mailTo(email, 2)).toContain('password was changed');
});

it('should let only the newest link of a person work, and none after an hour', async () => {
  const { owner } = await app.team('Links');
  await post('/password-reset', { email: owner.email });
  const first = tokenIn(await mailTo(owner.email, 1));
  await post('/password-reset', { email: owner.email });
  const second = tokenIn(await mailTo(owner.email, 2));
  expect((await post('/links', { purpose: 'password-reset', token: first })).status).toBe(404);
  await app.database
    .system('test')
    .transaction(trx => sql`update auth.one_time_token set expires_at = now() - interval '1 second'`.execute(trx));
  expect((await post('/password-reset/complete', { token: second, password: 'a new and better one' })).status).toBe(
    404,
  );
});

it('should answer the same for addresses without an account, and send them nothing', async () => {
  expect((await post('/password-reset', { email: 'nobody@north.test' })).body).toEqual({ success: true });
  const { owner } = await app.team('Closed');
  await app.app.services.people.disable(owner.row.id);
  expect((await post('/password-reset', { email: owner.email })).body).toEqual({ success: true });
  await post('/password-reset', { email: team.owner.email });
  await mailTo(team.owner.email, 3);
  expect(await mailsTo('nobody@north.test')).toEqual([]);
  expect(await mailsTo(owner.email)).toEqual([]);
});

it('should not mail one address more than three times an hour', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 4; count++)
    statuses.push((await post('/password-reset', { email: 'flooded@north.test' })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

it('should make an account with an organization and a team by a mailed link', async () => {
  expect((await app.request('GET', `${AUTH}/options`)).body).toEqual({
    signUp: true,
    installation: false,
    passwordReset: true,
    emailChange: true,
    singleSignOn: false,
  });
  expect((await post('/sign-up', { email: 'nina@new.test' })).body).toEqual({ success: true });
  const token = tokenIn(await mailTo('nina@new.test', 1));
  const account = {
    token,
    first_name: 'Nina',
    last_name: 'New',
    password: 'correct horse',
    organization: 'North organization',
  };
  expect(await post('/sign-up/complete', account)).toMatchObject({ status: 409, body: { code: 'NAME_EXISTS' } });
  expect((await signIn('nina@new.test', 'correct horse')).status).toBe(401);
  const made = await post<{ team_id: number }>('/sign-up/complete', { ...account, organization: 'Nina & Co' });
  expect(made).toMatchObject({ status: 200, body: { email: 'nina@new.test' } });
  const session = await post<{ accessToken: string }>('/sign-in', {
    email: 'nina@new.test',
    password: 'correct horse',
  });
  const teams = await app.request<{ id: number; name: string }[]>('GET', '/teams', {
    headers: { authorization: `Bearer ${session.body.accessToken}` },
  });
  expect(teams.body).toMatchObject([{ id: made.body.team_id, name: 'Nina & Co' }]);
  expect((await post('/sign-up/complete', { ...account, organization: 'Again' })).status).toBe(404);
});

it('should answer a sign-up with a known address the same, and mail that it has an account', async () => {
  const { owner } = await app.team('Known');
  expect((await post('/sign-up', { email: owner.email })).body).toEqual({ success: true });
  const mail = await mailTo(owner.email, 1);
  expect(mail).toContain('already');
  expect(mail).not.toMatch(/#[\w-]{43}/);
});

it('should refuse sign-ups and resets where they are off', async () => {
  const other = await openTestApp(anyDatabase(), {
    plugins: [],
    jobs: false,
    settings: { mail: { folder, from: 'loupe@north.test' } },
  });
  try {
    const ask = (path: string): Promise<Answer> =>
      other.request('POST', AUTH + path, { body: { email: 'nina@new.test' } });
    expect(await ask('/sign-up')).toMatchObject({ status: 403, body: { code: 'SIGN_UP_OFF' } });
    expect((await ask('/password-reset')).status).toBe(200);
  } finally {
    await other.close();
  }
});
