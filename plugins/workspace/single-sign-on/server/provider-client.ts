import { inject } from 'inversify';
import type { FetchImplementation } from 'jose';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { Fault, TtlCache } from '#core/base/common/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { PublicUrlToken } from '#core/kernel/server/index.ts';

/** Bytes and milliseconds that an answer of a provider may take. */
const ANSWER_BYTES = 1024 * 1024;
const ANSWER_MS = 10_000;
/** Lifetime of the description of a provider, in milliseconds. */
const DESCRIPTION_MS = 5 * 60_000;

/** The client of this installation at a provider. */
export interface ProviderClientSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly groupsClaim: string;
}

/** Secrets of one journey to the provider; the answer must fit them. */
export interface JourneyChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Somebody who signed out at the provider, and the token that says so. */
export interface LoggedOut {
  readonly issuer: string;
  readonly subject: string;
  readonly id: string;
  /** Time from which the token is refused anyway. */
  readonly expires: Date;
}

/** The event of a logout token, its greatest age in seconds, and the signatures that it may have. */
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const LOGOUT_SECONDS = 300;
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Address to which the provider sends people back. */
export const redirectUri = (publicUrl: string): string => `${publicUrl}/sign-in/return`;

/** True for addresses of this machine, where plain http reaches nobody else. */
export const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Speaks OpenID Connect with identity providers: authorization code with PKCE, state and nonce. */
export class ProviderClient {
  readonly #described = new TtlCache<oidc.Configuration>(DESCRIPTION_MS);

  constructor(
    @inject(Egress) private readonly egress: Egress,
    @inject(PublicUrlToken) private readonly publicUrl: string,
  ) {}

  /** Returns the address that asks the provider for a sign-in. @throws what the provider or the way to it throws */
  async departure(
    settings: ProviderClientSettings,
    email: string | undefined,
  ): Promise<{ readonly url: string; readonly checks: JourneyChecks }> {
    const config = await this.#configuration(settings);
    const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const known = config.serverMetadata().scopes_supported ?? [];
    const scope = [
      'openid',
      'email',
      'profile',
      ...(known.includes(settings.groupsClaim) ? [settings.groupsClaim] : []),
    ];
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri(this.publicUrl),
      scope: [...new Set(scope)].join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(email === undefined ? {} : { login_hint: email }),
    });
    return { url: url.href, checks };
  }

  /**
   * Exchanges the code of an answer and returns the claims of the ID token, with those of the user info beside them.
   * The signature, issuer, audience, times and nonce of the token are checked. @throws what the provider or the check
   * throws
   */
  async claims(
    settings: ProviderClientSettings,
    answer: string,
    checks: JourneyChecks,
  ): Promise<Readonly<Record<string, unknown>>> {
    const config = await this.#configuration(settings);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri(this.publicUrl)}?${answer}`), {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Fault('SSO_FAILED', 'The provider sent no ID token.', { status: 422 });
    if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
    const info = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    // What is signed holds over what was fetched.
    return { ...info, ...claims };
  }

  /**
   * Returns who signed out at the provider by a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Its
   * signature, issuer, audience and age are checked. @throws what the provider or the check throws
   */
  async loggedOut(settings: ProviderClientSettings, token: string): Promise<LoggedOut> {
    const { issuer, jwks_uri: keys } = (await this.#configuration(settings)).serverMetadata();
    if (keys === undefined) throw new Error('The provider names no keys.');
    const fetchKeys: FetchImplementation = (url, { signal }) =>
      this.#fetch(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual', signal });
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(keys), { [customFetch]: fetchKeys }), {
      issuer,
      audience: settings.clientId,
      algorithms: SIGNATURES,
      maxTokenAge: LOGOUT_SECONDS,
      clockTolerance: 60,
    });
    const { sub: subject, jti: id, events, nonce } = payload;
    if (typeof events !== 'object' || events === null || !(LOGOUT in events))
      throw new Error('It names no logout in "events".');
    if (nonce !== undefined) throw new Error('It has a "nonce", as an ID token has.');
    if (subject === undefined || id === undefined) throw new Error('It lacks "sub" or "jti".');
    return { issuer, subject, id, expires: new Date(Date.now() + (LOGOUT_SECONDS + 120) * 1000) };
  }

  #configuration(settings: ProviderClientSettings): Promise<oidc.Configuration> {
    return this.#described.get(JSON.stringify(settings), () => this.#discover(settings));
  }

  async #discover({ issuer, clientId, clientSecret }: ProviderClientSettings): Promise<oidc.Configuration> {
    const server = new URL(issuer);
    const found = await oidc.discovery(server, clientId, undefined, oidc.None(), {
      [oidc.customFetch]: this.#fetch,
      timeout: ANSWER_MS / 1000,
      ...(isLoopback(server) ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
    const metadata = found.serverMetadata();
    const config = new oidc.Configuration(metadata, clientId, undefined, authenticationOf(metadata, clientSecret));
    config[oidc.customFetch] = this.#fetch;
    config.timeout = ANSWER_MS / 1000;
    if (isLoopback(server)) oidc.allowInsecureRequests(config);
    // Without it the library believes a token that came over TLS without reading its signature.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }

  readonly #fetch: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
    const answer = await this.egress.fetch(url, {
      method,
      headers,
      maxBytes: ANSWER_BYTES,
      timeoutMs: ANSWER_MS,
      mayFollow: () => false,
      ...(body === undefined || body === null ? {} : { body: typeof body === 'string' ? body : body.toString() }),
      ...(signal === undefined ? {} : { signal }),
    });
    const kept = [...answer.headers].filter(([name]) => !['content-encoding', 'content-length'].includes(name));
    const bytes = await answer.bytes();
    return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
      status: answer.status,
      headers: Object.fromEntries(kept),
    });
  };
}

/** The way a client proves itself: by the standard's default, or as the provider asks for it. */
function authenticationOf(metadata: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}
