import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IdentityProvider } from '#tests/support/identity-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, identityProvider } from '#tests/support/identity-provider.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { SingleSignOn } from '../common/api.ts';
import { singleSignOnApi } from '../common/api.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const ANA = 'ana@corp.test';
const { operations } = singleSignOnApi;

let app: TestApp;
let provider: IdentityProvider;
let team: TestTeam;

const call = async <T = SingleSignOn>(name: keyof typeof operations, body?: object, more: object = {}): Promise<T> =>
  (
    await team.owner.call<T & Record<string, unknown>>('main', operations[name], {
      params: { organization_id: team.organizationId, ...more },
      ...(body === undefined ? {} : { body }),
    })
  ).body;
const auth = <T>(path: string, body: object, cookie?: string): Promise<Answer<T>> =>
  app.request('POST', `/services/auth/${path}`, {
    body,
    headers: { ...OWN_PAGE, ...(cookie === undefined ? {} : { cookie }) },
  });

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), {
    plugins: ['single-sign-on'],
    jobs: false,
    settings: { egressAllow: ['127.0.0.1'] },
  });
  provider = await identityProvider('http://localhost/sign-in/return', new Map([['s-ana', { email: ANA }]]));
  team = await app.team('Corp', { superAdmin: true });
  await call('addSignOnDomain', { domain: 'corp.test' });
  await call('confirmSignOnDomain', undefined, { domain: 'corp.test' });
  const client = { issuer: provider.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  await call('saveProvider', { ...client, groups_claim: 'groups', base: 0 });
  const { url, ticket } = await call<{ url: string; ticket: string }>('beginTrial', {});
  await call('finishTrial', { ticket, answer: await provider.follow(url, 's-ana') });
  const { connection } = await call('getSingleSignOn');
  await call('switchSingleSignOn', { enabled: true, forced: false, base: connection!.version });
});
afterAll(async () => {
  await provider?.close();
  await app?.close();
});

/** Signs Ana in with the provider. Returns the cookie of the session. */
async function signIn(): Promise<string> {
  const { body } = await auth<{ url: string; ticket: string }>('sign-in/external/begin', { email: ANA });
  const answer = await provider.follow(body.url, 's-ana');
  const { headers } = await auth('sign-in/external', { ticket: body.ticket, answer });
  return String(headers['set-cookie']).split(';')[0]!;
}

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await auth<{ session: object | null }>('session', {}, cookie)).body.session !== null;

const logOut = async (token: string): Promise<Answer<{ code?: string }>> =>
  app.request('POST', new URL((await call('getSingleSignOn')).logout_uri).pathname, {
    bytes: Buffer.from(new URLSearchParams({ logout_token: token }).toString()),
  });

it('should end the sessions of who signs out at the provider, once for each token', async () => {
  const session = await signIn();
  expect(await isSignedIn(session)).toBe(true);
  expect((await logOut(await provider.logoutToken('s-nobody'))).status).toBe(200);
  expect(await isSignedIn(session)).toBe(true);
  const token = await provider.logoutToken('s-ana');
  expect((await logOut(token)).status).toBe(200);
  expect(await isSignedIn(session)).toBe(false);
  const later = await signIn();
  expect((await logOut(token)).body.code).toBe('LOGOUT_REFUSED');
  expect(await isSignedIn(later)).toBe(true);
});

it.each([
  ['for another client', { aud: 'another' }],
  ['of another issuer', { iss: 'https://elsewhere.example' }],
  ['an ID token', { nonce: 'n' }],
  ['about something else', { events: {} }],
  ['too old', { iat: 1 }],
  ['about nobody', { sub: undefined }],
])('should refuse a token that is %s', async (_, claims) => {
  expect(await logOut(await provider.logoutToken('s-ana', claims))).toMatchObject({
    status: 400,
    body: { code: 'LOGOUT_REFUSED' },
  });
});

it('should refuse a token that the provider did not sign', async () => {
  const [head, payload] = (await provider.logoutToken('s-ana')).split('.');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  for (const token of [`${head}.${payload}.AAAA`, `${unsigned}.${payload}.`, ''])
    expect((await logOut(token)).status).toBe(400);
});
