import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogoutParts } from '#tests/support/logout-messages.ts';
import { FORGED_LOGOUTS, logoutXml, postFields, redirectQuery } from '#tests/support/logout-messages.ts';
import type { SamlProvider } from '#tests/support/saml-provider.ts';
import { responseXml, samlProvider, signResponse } from '#tests/support/saml-provider.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { SingleSignOn } from '../common/api.ts';
import { singleSignOnApi } from '../common/api.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const { operations } = singleSignOnApi;
const ANA = { email: 'ana@corp.test', name: 'Ana Lopez' };

let app: TestApp;
let provider: SamlProvider;
let team: TestTeam;
let saml: SingleSignOn['saml'];
let metadata: string;

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
  app = await openTestApp(anyDatabase(), { plugins: ['single-sign-on'], jobs: false });
  provider = await samlProvider([['s-ana', ANA]]);
  team = await app.team('Corp', { superAdmin: true });
  await call('addSignOnDomain', { domain: 'corp.test' });
  await call('confirmSignOnDomain', undefined, { domain: 'corp.test' });
  const read = await call<object>('readSamlMetadata', { metadata: provider.metadata });
  await call('saveSamlProvider', { ...read, groups_claim: 'groups', provider_initiated: false, base: 0 });
  const trial = await call<{ url: string; ticket: string }>('beginTrial', {});
  ({ saml } = await call('getSingleSignOn'));
  await call('finishTrial', { ticket: trial.ticket, answer: await deliver(trial.url, 'trial') });
  const { connection } = await call('getSingleSignOn');
  await call('switchSingleSignOn', { enabled: true, forced: false, base: connection!.version });
  metadata = (await app.request('GET', new URL(saml.entity_id).pathname)).raw.toString();
});
afterAll(async () => {
  await provider?.close();
  await app?.close();
});

/** Answers a request for sign-in as Ana; returns the query that leads on. */
async function deliver(url: string, sessionIndex: string): Promise<string> {
  const parts = { recipient: saml.acs_url, audience: saml.entity_id, subject: 's-ana', account: ANA, sessionIndex };
  const inResponseTo = await provider.requestId(url);
  const xml = signResponse(responseXml({ issuer: provider.issuer, inResponseTo, ...parts }));
  const { headers } = await app.request('POST', new URL(saml.acs_url).pathname, {
    bytes: Buffer.from(new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString()),
  });
  return new URL(String(headers['location'])).search.slice(1);
}

/** Signs Ana in with the provider, which names the session. Returns its cookie. */
async function signIn(sessionIndex: string): Promise<string> {
  const { body } = await auth<{ url: string; ticket: string }>('sign-in/external/begin', { email: ANA.email });
  const answer = await deliver(body.url, sessionIndex);
  const { headers } = await auth('sign-in/external', { ticket: body.ticket, answer });
  return String(headers['set-cookie']).split(';')[0]!;
}

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await auth<{ session: object | null }>('session', {}, cookie)).body.session !== null;
const parts = (change: Partial<LogoutParts> = {}): LogoutParts => ({
  issuer: provider.issuer,
  destination: saml.slo_url,
  ...change,
});
/** Brings a message to Loupe, by a redirect or by a form. */
const bring = (message: string | URLSearchParams): Promise<Answer<{ code?: string }>> => {
  const { pathname } = new URL(saml.slo_url);
  return typeof message === 'string'
    ? app.request('GET', `${pathname}?${message}`)
    : app.request('POST', pathname, { bytes: Buffer.from(message.toString()) });
};
const locationOf = ({ headers }: Answer<unknown>): string => String(headers['location']);

it('should name its address for both bindings and its certificate in the metadata, and sign no requests for sign-in', () => {
  expect(metadata).toContain(`Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${saml.slo_url}"`);
  expect(metadata).toContain(`Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${saml.slo_url}"`);
  expect(metadata.match(/KeyDescriptor use="(signing|encryption)"/g)).toHaveLength(2);
  expect(metadata).toContain('AuthnRequestsSigned="false"');
});

it.each(['redirect', 'post'] as const)(
  'should end all sessions that began there when the provider asks by %s, answer it signed, and take each request once',
  async binding => {
    const sessions = [await signIn('i-1'), await signIn('i-2')];
    const asked = provider.askLogout(metadata, binding, 's-ana');
    const message = typeof asked === 'string' ? new URL(asked).search.slice(1) : new URLSearchParams(asked);
    const answer = await bring(message);
    expect(answer.status).toBe(303);
    expect(await provider.logoutAnswered(metadata, locationOf(answer))).toMatch(/^_/);
    expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, false]);
    const again = await signIn('i-1');
    expect(await bring(message)).toMatchObject({ status: 400, body: { code: 'LOGOUT_REFUSED' } });
    expect(await isSignedIn(again)).toBe(true);
  },
);

it('should end the session that is named, and leave the others, those of a password and of another provider', async () => {
  const [named, other] = [await signIn('i-3'), await signIn('i-4')];
  const { people, sessions: opened } = app.app.services;
  const person = (await people.byEmail(ANA.email))!;
  const device = { agent: 'test', address: '127.0.0.1' };
  const { secret } = await opened.open(person, device);
  const elsewhere = await opened.open(person, device, 'provider', {
    organizationId: 0,
    subject: 's-ana',
    index: 'i-3',
  });
  expect((await bring(postFields(logoutXml(parts({ index: 'i-3' })), 'state'))).status).toBe(303);
  expect([await isSignedIn(named), await isSignedIn(other)]).toEqual([false, true]);
  expect((await bring(postFields(logoutXml(parts())))).status).toBe(303);
  expect(await isSignedIn(other)).toBe(false);
  for (const each of [secret, elsewhere.secret]) expect(await isSignedIn(`sid=${each}`)).toBe(true);
  const nobody = await bring(redirectQuery(logoutXml(parts({ nameId: 's-nobody' })), 'state'));
  expect(new URL(locationOf(nobody)).searchParams.get('RelayState')).toBe('state');
});

it('should take a message that contains a part of the name of a parameter by chance', async () => {
  const answer = await bring(redirectQuery(logoutXml(parts()), 'Sig-SAMLRe-1'));
  expect(answer.status).toBe(303);
  expect(new URL(locationOf(answer)).searchParams.get('RelayState')).toBe('Sig-SAMLRe-1');
});

it.each(Object.entries(FORGED_LOGOUTS))('should refuse a request that is %s, and end no session', async (_, forge) => {
  const session = await signIn('i-5');
  expect(await bring(forge(parts({ index: 'i-5' })))).toMatchObject({ status: 400, body: { code: 'LOGOUT_REFUSED' } });
  expect(await isSignedIn(session)).toBe(true);
});

it('should ask the provider, signed, to end the session of who signs out here, and take its answer once', async () => {
  const session = await signIn('i-6');
  const { body } = await auth<{ leave: string }>('sign-out', {}, session);
  const { person, url } = await provider.answerLogout(metadata, body.leave);
  expect(person).toEqual({ nameId: 's-ana', sessionIndex: 'i-6' });
  const message = new URL(url).search.slice(1);
  const answer = await bring(message);
  expect([answer.status, locationOf(answer)]).toEqual([303, 'http://localhost']);
  expect(locationOf(await bring(message))).toMatch(/\/sign-in\/return\?saml=/);
});

it.each([
  ['for another request', { inResponseTo: '_other' }],
  ['that says that it failed', { status: 'Responder' }],
  ['of another issuer', { issuer: 'https://evil.test' }],
] as const)('should show on a page that an answer %s does not count', async (_, change) => {
  const { body } = await auth<{ leave: string }>('sign-out', {}, await signIn('i-7'));
  const relayState = new URL(body.leave).searchParams.get('RelayState')!;
  const xml = logoutXml(parts({ kind: 'LogoutResponse', inResponseTo: '_mine', ...change }));
  for (const message of [redirectQuery(xml, relayState), postFields(xml.replace(/ID="_l/, 'ID="_p'), relayState)]) {
    const to = new URL(locationOf(await bring(message)));
    expect(to.pathname).toBe('/sign-in/return');
    expect(await auth('sign-in/external/answer', { answer: to.search.slice(1) })).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/did not confirm that you are signed out there/) },
    });
  }
});

/** Changes the connection, keeping the rest of it. */
const change = async (part: object): Promise<void> => {
  const { connection } = await call('getSingleSignOn');
  const { issuer, sso_url, slo_url, slo_binding, sign_requests, groups_claim, provider_initiated } = connection!;
  const kept = { issuer, sso_url, slo_url, slo_binding, sign_requests, groups_claim, provider_initiated };
  const certificates = connection!.certificates_pem;
  await call('saveSamlProvider', { ...kept, certificates, base: connection!.version, ...part });
};
/** Opens the page that posts a message, as a browser does; returns the fields of its form. */
const formOf = async (address: string): Promise<Record<string, string>> => {
  const { pathname, search } = new URL(address);
  const page = await app.request('GET', `${pathname}${search}`);
  const html = page.raw.toString();
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-/);
  expect(html).toContain(`action="${provider.issuer}/slo"`);
  return Object.fromEntries([...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(each => [each[1]!, each[2]!]));
};

it('should post its signed request and its answer to a provider that takes HTTP-POST, once', async () => {
  await change({ slo_binding: 'post' });
  const { body } = await auth<{ leave: string }>('sign-out', {}, await signIn('i-9'));
  const fields = await formOf(body.leave);
  const { person, url } = await provider.answerLogout(metadata, fields);
  expect(person).toEqual({ nameId: 's-ana', sessionIndex: 'i-9' });
  expect(locationOf(await bring(new URL(url).search.slice(1)))).toBe('http://localhost');
  const { pathname, search } = new URL(body.leave);
  expect(await app.request('GET', `${pathname}${search}`)).toMatchObject({
    status: 400,
    body: { code: 'LOGOUT_REFUSED' },
  });
  const session = await signIn('i-10');
  const asked = new URLSearchParams(provider.askLogout(metadata, 'post', 's-ana') as Record<string, string>);
  const answer = await formOf(locationOf(await bring(asked)));
  expect(await provider.logoutAnswered(metadata, answer)).toMatch(/^_/);
  expect(await isSignedIn(session)).toBe(false);
  await change({ slo_binding: 'redirect' });
});

it('should sign its requests for sign-in where the provider asks for it, and say so in its metadata', async () => {
  const wanting = provider.metadata.replace(/WantAuthnRequestsSigned="\w+"/, 'WantAuthnRequestsSigned="true"');
  expect(await call<object>('readSamlMetadata', { metadata: wanting })).toMatchObject({ sign_requests: true });
  expect(await call<object>('readSamlMetadata', { metadata: provider.metadata })).toMatchObject({
    sign_requests: false,
    slo_binding: 'redirect',
  });
  await change({ sign_requests: true });
  const signing = (await app.request('GET', new URL(saml.entity_id).pathname)).raw.toString();
  expect(signing).toContain('AuthnRequestsSigned="true"');
  const { body } = await auth<{ url: string }>('sign-in/external/begin', { email: ANA.email });
  expect(await provider.signedRequestId(signing, body.url)).toMatch(/^_/);
  await expect(provider.signedRequestId(signing, body.url.replace('SAMLRequest=', 'SAMLRequest=x'))).rejects.toThrow();
  await change({ sign_requests: false });
});

it('should lead nobody to a provider that signed them in by nothing, or has no address for it', async () => {
  expect((await auth('sign-out', {})).body).toEqual({ success: true });
  const session = await signIn('i-8');
  await change({ slo_url: '' });
  expect((await auth('sign-out', {}, session)).body).toEqual({ success: true });
});
