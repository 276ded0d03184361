import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EncryptionChange } from '#tests/support/encrypted-response.ts';
import { AES_CBC, encryptAssertion, RSA_1_5 } from '#tests/support/encrypted-response.ts';
import { FORGED_RESPONSES } from '#tests/support/forged-responses.ts';
import { SAML_CERTIFICATE } from '#tests/support/saml-keys.ts';
import type { ResponseParts, SamlProvider } from '#tests/support/saml-provider.ts';
import { responseXml, samlProvider, signResponse } from '#tests/support/saml-provider.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { SingleSignOn, Trial } from '../common/api.ts';
import { singleSignOnApi } from '../common/api.ts';
import type { IdentityProvider } from '../common/identity-providers-api.ts';
import { identityProvidersApi } from '../common/identity-providers-api.ts';
import { UsedAssertions } from './used-assertions.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const { operations } = singleSignOnApi;
const ANA = { email: 'ana@corp.test', name: 'Ana Lopez', groups: ['annotators'] };

let app: TestApp;
let provider: SamlProvider;
let team: TestTeam;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { plugins: ['single-sign-on'], jobs: false });
  provider = await samlProvider([['s-ana', ANA]]);
  const operator = await app.team('Operator', { superAdmin: true });
  team = await app.team('Corp');
  const params = { organization_id: team.organizationId, domain: 'corp.test' };
  await call('addSignOnDomain', { domain: 'corp.test' });
  await operator.owner.call('main', operations.confirmSignOnDomain, { params });
});
afterAll(async () => {
  await provider?.close();
  await app?.close();
});

const call = <T = SingleSignOn>(
  name: keyof typeof operations,
  body?: object,
): Promise<Answer<T & { code?: string; error?: string }>> =>
  team.owner.call('main', operations[name], {
    params: { organization_id: team.organizationId },
    ...(body === undefined ? {} : { body }),
  });
const state = async (): Promise<SingleSignOn> => (await call('getSingleSignOn')).body;
const version = async (): Promise<number> => (await state()).connection?.version ?? 0;
const auth = <T>(path: string, body: unknown): Promise<Answer<T & { code?: string; error?: string }>> =>
  app.request('POST', `/services/auth/${path}`, { body, headers: OWN_PAGE });
const people = async (): Promise<number> => {
  const { rows } = await app.database
    .system('test')
    .transaction(trx => sql<{ n: number }>`select count(*)::int as n from auth.person`.execute(trx));
  return rows[0]!.n;
};

const settings = async (change: object = {}): Promise<object> => ({
  ...(await call<object>('readSamlMetadata', { metadata: provider.metadata })).body,
  slo_url: '',
  groups_claim: 'groups',
  provider_initiated: false,
  base: await version(),
  ...change,
});
const partsOf = async (change: Partial<ResponseParts> = {}): Promise<ResponseParts> => {
  const { entity_id, acs_url } = (await state()).saml;
  return {
    issuer: provider.issuer,
    recipient: acs_url,
    audience: entity_id,
    subject: 's-ana',
    account: ANA,
    ...change,
  };
};
/** Posts a response as a browser does; returns the query that leads on. */
const deliver = async (xml: string): Promise<string> => {
  const answer = await app.request('POST', new URL((await state()).saml.acs_url).pathname, {
    bytes: Buffer.from(new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.status).toBe(303);
  return new URL(String(answer.headers['location'])).search.slice(1);
};
const begin = async (): Promise<{ ticket: string; inResponseTo: string }> => {
  const { body } = await auth<{ url: string; ticket: string }>('sign-in/external/begin', { email: ANA.email });
  return { ticket: body.ticket, inResponseTo: await provider.requestId(body.url) };
};

it('should read metadata, and show the problem of a test in the words of the provider', async () => {
  expect((await call('readSamlMetadata', { metadata: '<x/>' })).body.error).toMatch(/describes no identity provider/);
  expect((await call('readSamlMetadata', { url: 'http://idp.example.com/metadata' })).body.error).toMatch(/https:/);
  const nameless = provider.metadata.replace(/entityID="[^"]*"/, 'entityID=""');
  expect((await call('readSamlMetadata', { metadata: nameless })).body.error).toMatch(/names no entity ID/);
  expect((await call('saveSamlProvider', await settings({ certificates: 'no certificate' }))).body.error).toMatch(
    /certificates is not valid: paste X.509 certificates/,
  );
  const saved = await call('saveSamlProvider', await settings());
  expect(saved.body.connection).toMatchObject({
    protocol: 'saml',
    issuer: provider.issuer,
    certificates: [{ subject: 'CN=Loupe test provider' }],
    tested: false,
  });
  const tryOut = async (make: (parts: ResponseParts) => string): Promise<Trial> => {
    const begun = await call<{ url: string; ticket: string }>('beginTrial', {});
    const parts = await partsOf({ inResponseTo: await provider.requestId(begun.body.url) });
    const body = { ticket: begun.body.ticket, answer: await deliver(make(parts)) };
    return (await call<Trial>('finishTrial', body)).body;
  };
  const refused = FORGED_RESPONSES['refused by the provider']!;
  expect((await tryOut(parts => refused(signResponse(responseXml(parts)), parts))).problem).toMatch(/Ana is on leave/);
  expect(await tryOut(parts => signResponse(responseXml(parts)))).toMatchObject({
    success: true,
    subject: 's-ana',
    email: ANA.email,
    groups: ['annotators'],
  });
  expect((await call('switchSingleSignOn', { enabled: true, forced: false, base: await version() })).status).toBe(200);
});

it('should open an assertion that is encrypted to the organization, and check it like any other', async () => {
  const encrypted = async (change: EncryptionChange = {}): Promise<{ ticket: string; xml: string }> => {
    const { ticket, inResponseTo } = await begin();
    const pem = (await state()).saml.encryption?.pem ?? SAML_CERTIFICATE;
    return {
      ticket,
      xml: await encryptAssertion(signResponse(responseXml(await partsOf({ inResponseTo }))), pem, change),
    };
  };
  const answerTo = async ({ ticket, xml }: { ticket: string; xml: string }): Promise<Answer<{ error?: string }>> =>
    auth('sign-in/external', { ticket, answer: await deliver(xml) });
  expect((await answerTo(await encrypted())).body.error).toMatch(/has no certificate/);
  expect((await call('makeSamlKey', {})).body.saml.encryption).toMatchObject({ subject: 'CN=Loupe SAML' });
  const metadata = await app.request('GET', new URL((await state()).saml.entity_id).pathname);
  expect(metadata.raw.toString()).toMatch(/KeyDescriptor use="encryption"/);
  for (const change of [{}, { encryptionAlgorithm: AES_CBC }] satisfies EncryptionChange[])
    expect((await answerTo(await encrypted(change))).status).toBe(200);
  expect((await answerTo(await encrypted({ keyEncryptionAlgorithm: RSA_1_5 }))).body.error).toMatch(
    /can not be opened/,
  );
  const forged = await encrypted({ before: xml => xml.replaceAll('s-ana', 's-eva') });
  expect((await answerTo(forged)).body.error).toMatch(/signature/i);
  const toTheOldKey = await encrypted();
  await call('makeSamlKey', {});
  expect((await answerTo(toTheOldKey)).body.error).toMatch(/can not be opened/);
});

it.each(Object.entries(FORGED_RESPONSES))(
  'should refuse a response that is %s, and create nobody',
  async (_, forge) => {
    const before = await people();
    const { ticket, inResponseTo } = await begin();
    const parts = await partsOf({ inResponseTo });
    const answer = await deliver(forge(signResponse(responseXml(parts)), parts));
    expect(await auth('sign-in/external', { ticket, answer })).toMatchObject({
      status: 422,
      body: { code: 'SSO_FAILED' },
    });
    expect(await auth('sign-in/external', { answer })).toMatchObject({ body: { code: 'SSO_EXPIRED' } });
    expect(await people()).toBe(before);
  },
);

it('should sign in once with a response, in the tab that asked for it', async () => {
  const { ticket, inResponseTo } = await begin();
  const other = await begin();
  const xml = signResponse(responseXml(await partsOf({ inResponseTo })));
  const answer = await deliver(xml);
  const replayed = await deliver(xml);
  expect((await auth('sign-in/external', { ticket: other.ticket, answer: replayed })).body.error).toMatch(
    /used before/,
  );
  expect(await auth('sign-in/external', { ticket, answer })).toMatchObject({ status: 200, body: { email: ANA.email } });
  expect((await auth('sign-in/external', { ticket, answer })).body.code).toBe('SSO_EXPIRED');
  const { body } = await call<{ data: { subject: string }[] }>('listSignOnAccounts');
  expect(body.data.map(each => each.subject)).toEqual(['s-ana']);
});

it('should use an assertion once among servers, and forget it when it has expired', async () => {
  const servers = [new UsedAssertions(app.database), new UsedAssertions(app.database)] as const;
  const use = (server: 0 | 1, id: string, lifetime = 60_000): Promise<void> =>
    servers[server].use(team.organizationId, provider.issuer, id, new Date(Date.now() + lifetime));
  const outcomes = await Promise.allSettled([use(0, '_one'), use(1, '_one')]);
  expect(outcomes.map(each => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await use(0, '_past', -1);
  await servers[0].trim();
  await use(1, '_past');
  await expect(use(1, '_one')).rejects.toThrow(/used before/);
});

it('should accept a sign-in that the provider began only where it is allowed, and say whom it signs in', async () => {
  const unasked = async (): Promise<string> => deliver(signResponse(responseXml(await partsOf())));
  expect((await auth('sign-in/external', { answer: await unasked() })).body.error).toMatch(/begin at the identity/);
  const changed = await call('saveSamlProvider', await settings({ provider_initiated: true }));
  expect(changed.body.connection).toMatchObject({ enabled: true, provider_initiated: true });
  const answer = await unasked();
  expect((await auth('sign-in/external/answer', { answer })).body).toEqual({
    email: ANA.email,
    organization: 'Corp organization',
  });
  expect(await auth('sign-in/external', { answer })).toMatchObject({ status: 200, body: { email: ANA.email } });
  const { inResponseTo } = await begin();
  const asked = await deliver(signResponse(responseXml(await partsOf({ inResponseTo }))));
  expect((await auth('sign-in/external', { answer: asked })).body.error).toMatch(/another tab/);
});

it('should list the providers of all organizations with their certificates to super-admins only', async () => {
  const { listIdentityProviders } = identityProvidersApi.operations;
  const root = (await app.team('Root', { superAdmin: true })).owner;
  const list = async (query: object = {}): Promise<Answer<{ data: IdentityProvider[]; count: number }>> =>
    root.call('main', listIdentityProviders, { query });
  const { body } = await list({ search: 'corp.test' });
  expect(body).toMatchObject({
    count: 1,
    data: [
      {
        organization_id: team.organizationId,
        protocol: 'saml',
        issuer: provider.issuer,
        enabled: true,
        available: true,
        domains: ['corp.test'],
        people: 1,
        certificates: [{ subject: 'CN=Loupe test provider' }],
        certificate_end: { state: 'good' },
      },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/secret|BEGIN/i);
  expect((await list({ protocol: 'oidc' })).body.count).toBe(0);
  expect((await list({ protocol: 'any', search: 'nobody' })).body.count).toBe(0);
  expect((await team.owner.call('main', listIdentityProviders)).status).toBe(403);
});
