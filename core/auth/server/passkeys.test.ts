import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CeremonyFacts } from '#tests/support/software-authenticator.ts';
import { SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const AUTH = '/services/auth';
const ORIGIN = 'http://localhost';

interface Begun {
  readonly token: string;
  readonly options: { readonly challenge: string };
}

let app: TestApp;
let person: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { plugins: [], jobs: false });
  person = (await app.team('North')).owner;
  stranger = (await app.team('South')).owner;
});
afterAll(() => app?.close());

const facts = (challenge: string, change: Partial<CeremonyFacts> = {}): CeremonyFacts => ({
  challenge,
  origin: ORIGIN,
  rpId: 'localhost',
  ...change,
});
const begin = async (who: TestPerson): Promise<Begun> =>
  (await who.request<Begun & Record<string, unknown>>('POST', `${AUTH}/passkeys/options`, { body: {} })).body;
const add = async (
  authenticator: SoftwareAuthenticator,
  who = person,
  change: Partial<CeremonyFacts> = {},
): Promise<Answer<{ id: number; code?: string }>> => {
  const { token, options } = await begin(who);
  const response = authenticator.register(facts(options.challenge, change));
  return who.request('POST', `${AUTH}/passkeys`, { body: { token, response, name: 'Laptop' } });
};
const beginSignIn = async (): Promise<Begun> =>
  (
    await app.request<Begun & Record<string, unknown>>('POST', `${AUTH}/sign-in/passkey/options`, {
      body: {},
      headers: OWN_PAGE,
    })
  ).body;
const send = (token: string, response: object): Promise<Answer<{ email?: string; code?: string }>> =>
  app.request('POST', `${AUTH}/sign-in/passkey`, { body: { token, response }, headers: OWN_PAGE });
const signIn = async (
  authenticator: SoftwareAuthenticator,
  change: Partial<CeremonyFacts> = {},
): Promise<Answer<{ email?: string; code?: string }>> => {
  const { token, options } = await beginSignIn();
  return send(token, authenticator.signIn(facts(options.challenge, change)));
};

it('should sign a person in with a passkey they added, until they remove it', async () => {
  const authenticator = new SoftwareAuthenticator();
  const added = await add(authenticator);
  expect(added.status).toBe(200);
  const opened = await signIn(authenticator);
  expect(opened).toMatchObject({ status: 200, body: { email: person.email } });
  expect(opened.headers['set-cookie']).toMatch(/HttpOnly/);
  expect((await stranger.request('DELETE', `${AUTH}/passkeys/${added.body.id}`)).status).toBe(404);
  expect((await person.request('DELETE', `${AUTH}/passkeys/${added.body.id}`)).status).toBe(200);
  expect(await signIn(authenticator)).toMatchObject({ status: 401, body: { code: 'PASSKEY_INVALID' } });
});

it.each([
  ['of another site', { origin: 'https://evil.example.org' }],
  ['for another site', { rpId: 'evil.example.org' }],
  ['of another challenge', { challenge: 'AAAA' }],
  ['without a verified person', { verified: false }],
])('should refuse a passkey answer %s, on adding and on signing in', async (_, change) => {
  expect((await add(new SoftwareAuthenticator(), person, change)).status).toBe(400);
  const authenticator = new SoftwareAuthenticator();
  expect((await add(authenticator)).status).toBe(200);
  expect((await signIn(authenticator, change)).body.code).toBe('PASSKEY_INVALID');
});

it('should accept each answer once, and a challenge for the person it was made for only', async () => {
  const authenticator = new SoftwareAuthenticator();
  await add(authenticator);
  const { token, options } = await beginSignIn();
  const response = authenticator.signIn(facts(options.challenge));
  expect((await send(token, response)).status).toBe(200);
  expect((await send(token, response)).body.code).toBe('PASSKEY_INVALID');
  const other = await beginSignIn();
  expect((await send(other.token, response)).body.code).toBe('PASSKEY_INVALID');

  const begun = await begin(person);
  const stolen = new SoftwareAuthenticator().register(facts(begun.options.challenge));
  const body = { token: begun.token, response: stolen, name: 'Mine' };
  expect((await stranger.request('POST', `${AUTH}/passkeys`, { body })).status).toBe(400);
});

it('should refuse a passkey that belongs to somebody already, and one of a closed account', async () => {
  const authenticator = new SoftwareAuthenticator();
  const closing = (await app.team('Closing')).owner;
  expect((await add(authenticator, closing)).status).toBe(200);
  expect((await add(authenticator)).status).toBe(409);
  await app.app.services.people.disable(closing.row.id);
  expect((await signIn(authenticator)).body.code).toBe('PASSKEY_INVALID');
});

it('should ask who uses an old session before a passkey is added', async () => {
  await app.database
    .system('test')
    .transaction(trx =>
      sql`update auth.session set authenticated_at = now() - interval '11 minutes' where person_id = ${stranger.row.id}`.execute(
        trx,
      ),
    );
  expect(await stranger.request('POST', `${AUTH}/passkeys/options`, { body: {} })).toMatchObject({
    status: 403,
    body: { code: 'IDENTITY_UNCONFIRMED' },
  });
});
