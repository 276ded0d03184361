import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Configuration } from 'oidc-provider';
import Provider from 'oidc-provider';

export const CLIENT_ID = 'loupe';
export const CLIENT_SECRET = 'a-client-secret-of-tests';

/** Somebody at the provider, by their claims. */
export interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly groups?: readonly string[];
}

/** A running OpenID provider of tests. */
export interface IdentityProvider {
  readonly issuer: string;
  /** People by subject; a test changes them as it likes. */
  readonly accounts: Map<string, ProviderAccount>;
  /**
   * Goes the way of a browser from an authorization address, as a subject or as one who declines; returns the query
   * that leads back.
   */
  follow(url: string, subject: string | undefined): Promise<string>;
  /** Returns the token by which the provider says that a subject signed out; `claims` change it. */
  logoutToken(subject: string, claims?: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

const page = (uid: string, accounts: ReadonlyMap<string, ProviderAccount>): string =>
  `<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1>${[...accounts]
    .map(
      ([subject, { email }]) =>
        `<form method="post" action="/interaction/${uid}/${subject}"><button>${email ?? subject}</button></form>`,
    )
    .join('')}<form method="post" action="/interaction/${uid}/"><button>Cancel</button></form></main></html>`;

/** Starts a real provider (oidc-provider) on loopback, with a page that signs in whoever is clicked. */
export async function identityProvider(
  redirectUri: string,
  accounts: ReadonlyMap<string, ProviderAccount>,
): Promise<IdentityProvider> {
  const known = new Map(accounts);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'tests' }] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: ['tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...(known.get(sub) as Record<string, never> | undefined) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  const callback = provider.callback();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, uid, subject] = /^\/interaction\/([\w-]+)(?:\/([\w-]*))?$/.exec(request.url ?? '') ?? [];
    if (uid === undefined) return void callback(request, response);
    if (subject === undefined)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page(uid, known));
    return provider.interactionFinished(
      request,
      response,
      subject === ''
        ? { error: 'access_denied', error_description: 'The person declined' }
        : { login: { accountId: subject } },
    );
  }

  return {
    issuer,
    accounts: known,
    async follow(url, subject) {
      const jar = new Map<string, string>();
      let [at, method] = [url, 'GET'];
      for (let hop = 0; hop < 10; hop++) {
        if (at.startsWith(redirectUri)) return new URL(at).search.slice(1);
        const answer = await fetch(at, {
          method,
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const each of answer.headers.getSetCookie()) {
          const [name = '', ...value] = each.split(';')[0]!.split('=');
          jar.set(name, value.join('='));
        }
        const text = await answer.text();
        const location = answer.headers.get('location');
        const uid = /\/interaction\/([\w-]+)$/.exec(location ?? '')?.[1];
        if (location === null) throw new Error(`The provider answers ${answer.status} at ${at}: ${text.slice(0, 300)}`);
        at = new URL(uid === undefined ? location : `${location}/${subject ?? ''}`, at).href;
        method = uid === undefined ? 'GET' : 'POST';
      }
      throw new Error('The provider does not lead back.');
    },
    logoutToken: (sub, claims = {}) =>
      new SignJWT({
        iss: issuer,
        aud: CLIENT_ID,
        sub,
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'tests', typ: 'logout+jwt' })
        .setIssuedAt((claims['iat'] as number | undefined) ?? Math.floor(Date.now() / 1000))
        .sign(privateKey),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
