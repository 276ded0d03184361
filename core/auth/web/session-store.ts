import { proxy } from 'valtio';
import { browserStore, tabStore } from '#core/base/web/index.ts';
import { Fault, isFault, NoticeHook } from '#core/base/common/index.ts';
import type { Client, Transport } from '#core/api/web/index.ts';
import { client } from '#core/api/web/index.ts';
import type { MfaMethod, MfaState, MfaType, Session } from '../common/index.ts';
import { externalApi, passkeysApi } from '../common/index.ts';
import { AuthFrame } from './auth-frame.ts';
import { startJourney } from './provider-journey.ts';
import { answerWithPasskey } from './passkey-ceremonies.ts';

export type SessionStatus = 'starting' | 'signed-out' | 'signed-in' | 'public' | 'unreachable';

/** Remembers whose session this tab showed, to notice another account in another tab. */
const EMAIL_KEY = 'loupe_email';
/** Key of the address that the offline page leads back to. */
const LAST_URL_KEY = 'loupe_last_url';
/** Page of the super-admin after viewing as somebody else. */
const AFTER_VIEW = '/admin/users';
/** Ask for a new token this long before the old one ends, in milliseconds. */
const EARLY = 45_000;
/** Ask this long after the last token of a view has ended: the answer is the session of the super-admin. */
const LATE = 1_500;

/** True for an error of a server that could not be reached. */
const isUnreachable = (error: unknown): boolean => isFault(error) && [502, 503, 504].includes(error.status);

const publicToken = (path: string): string | undefined => /^\/public\/(\w+)\/.+/.exec(path)?.[1];

/** Returns whether no other token follows, because viewing as somebody ends with it. */
const isLast = ({ expiresAt, viewing }: Session): boolean =>
  viewing !== undefined && expiresAt >= viewing.until - 1_000;

/** The signed-in person. The access token stays in memory; the cookie stays in the auth frame. */
export class SessionStore {
  readonly state = proxy<{
    status: SessionStatus;
    email: string | undefined;
    /** The address the person signs in with. */
    address: string | undefined;
    expired: boolean;
    /** Present while a super-admin views as the person. */
    viewing: Session['viewing'] | undefined;
  }>({ status: 'starting', email: undefined, address: undefined, expired: false, viewing: undefined });
  /** After sign-in, sign-out and a change of account. */
  readonly changed = new NoticeHook<[email: string | undefined, previous: string | undefined]>('core.session.changed');
  readonly #frame = new AuthFrame();
  readonly #passkeys: Client<typeof passkeysApi>;
  readonly #external: Client<typeof externalApi>;
  #session: Session | undefined;
  #public: string | undefined;
  #renewing: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Address to open when a sign-in changes the account of this tab; the same address when undefined. */
  #landing: string | undefined;

  /**
   * `elsewhere` is asked before the auth frame: whether the page around this one hands a session over; undefined when
   * it does not.
   */
  constructor(
    transport: Transport,
    private readonly elsewhere: () => Promise<Session | undefined>,
  ) {
    this.#passkeys = client(passkeysApi, transport);
    this.#external = client(externalApi, transport);
    transport.hooks.sending.tap('core', request => {
      const authorization =
        this.#public === undefined ? this.#session && `Bearer ${this.#session.accessToken}` : `Public ${this.#public}`;
      return authorization === undefined ? undefined : { ...request, headers: { ...request.headers, authorization } };
    });
    transport.hooks.failed.tap('core', fault =>
      fault.status === 401 && this.state.status === 'signed-in' ? { again: this.renew() } : undefined,
    );
  }

  /** The spec's sequence (section 4): public pattern, online check, session. */
  async start(): Promise<void> {
    this.#public = publicToken(location.pathname);
    if (this.#public !== undefined) {
      this.state.status = 'public';
      return;
    }
    if (!navigator.onLine) {
      if (this.#resumeOffline()) return;
      // The page there comes back here by itself.
      tabStore.set(LAST_URL_KEY, location.href);
      location.replace('/assets/offline.html');
      return;
    }
    try {
      this.#accept(await this.#current());
    } catch (error) {
      if (isFault(error) && error.status === 401) this.#drop();
      else if (isFault(error) && (error.code === 'MAINTENANCE' || error.code.startsWith('HOST_'))) throw error;
      else if (!isUnreachable(error) || !this.#resumeOffline()) this.state.status = 'unreachable';
    }
  }

  /** Adds the pass of a protected public link to every call of public mode. */
  usePublicPass(pass: string): void {
    const token = publicToken(location.pathname);
    if (token !== undefined) this.#public = `${token}.${pass}`;
  }

  /**
   * Signs in. In a tab of another account the page is loaded again, at `landing` when that is given; the promise then
   * stays open, as it does for a second step that this sign-in asked for.
   */
  async signIn(email: string, password: string, landing?: string): Promise<void> {
    this.#landing = landing;
    await this.#enter(await this.#frame.call('signIn', { email, password }));
  }

  /** Answers the second step that `signIn` asked for. */
  async answerChallenge(challenge: string, method: MfaMethod, code: string): Promise<void> {
    await this.#enter(await this.#frame.call('answerChallenge', { challenge, method, code }));
  }

  /** Signs in with a passkey; the browser asks which. Rejects when the person cancels. */
  async signInWithPasskey(): Promise<void> {
    const { token, options } = await this.#passkeys.passkeySignInOptions({ body: {} });
    this.#accept(await this.#frame.call('passkeySignIn', { token, response: await answerWithPasskey(options) }));
  }

  /** Leaves for the identity provider of the organization that an address belongs to; it leads back to `landing`. */
  async leaveForProvider(email: string, landing: string): Promise<void> {
    const { url, ticket } = await this.#external.beginExternalSignIn({ body: { email } });
    startJourney(url, { ticket, landing });
  }

  /** Signs in with the answer of an identity provider. */
  async signInWithProvider(ticket: string | undefined, answer: string, landing: string): Promise<void> {
    this.#landing = landing;
    await this.#enter(await this.#frame.call('externalSignIn', { ticket, answer }));
  }

  /** Begins to set up an authenticator app: its key as text and as an `otpauth:` address. */
  async setUpTotp(): Promise<{ readonly secret: string; readonly uri: string }> {
    return this.#frame.call('setUpTotp', { accessToken: await this.#freshToken() });
  }

  /** Ends the set-up by a first code; returns the recovery codes. */
  async verifyTotp(code: string): Promise<{ readonly recoveryCodes: readonly string[] }> {
    return this.#frame.call('verifyTotp', { code, accessToken: await this.#freshToken() });
  }

  async getPreferredMfa(): Promise<MfaState> {
    return this.#frame.call('getPreferredMfa', { accessToken: await this.#freshToken() });
  }

  async setPreferredMfa(preferred: MfaType): Promise<MfaState> {
    return this.#frame.call('setPreferredMfa', { preferred, accessToken: await this.#freshToken() });
  }

  /** Loads the page of the person as whom the server lets this session view from now on. */
  async enterView(path: string): Promise<void> {
    this.#landing = path;
    await this.#enter(await this.#current());
  }

  /** Stops viewing as somebody else; the page is loaded again as that of the super-admin. */
  async endView(): Promise<void> {
    this.#landing = AFTER_VIEW;
    await this.#enter(await this.#frame.call('endView', { viewingAs: this.state.email ?? '' }));
  }

  /**
   * Ends the session and clears what this browser kept of it. A session of an identity provider that offers it is ended
   * there as well: the tab goes there and comes back.
   */
  async signOut(): Promise<void> {
    if (!navigator.onLine) throw new Fault('NETWORK', 'You are offline. Connect to sign out.', { status: 502 });
    let leave: string | undefined;
    try {
      ({ leave } = await this.#frame.call('signOut', {}));
    } catch (error) {
      throw new Fault('UNAUTHORIZED', 'Signing out failed. Try again.', { status: 401, cause: error });
    }
    for (const key of browserStore.names()) if (key.includes('categories_')) browserStore.remove(key);
    this.#drop();
    if (leave !== undefined) location.assign(leave);
  }

  /** Changes the password, which ends the other sessions; with `signsOut` this one as well. */
  async changePassword(
    oldPassword: string,
    newPassword: string,
    { signsOut = false }: { readonly signsOut?: boolean } = {},
  ): Promise<void> {
    if (!navigator.onLine)
      throw new Fault('NETWORK', 'You are offline. Connect to change the password.', { status: 502 });
    const accessToken = await this.#freshToken();
    this.#accept(await this.#frame.call('changePassword', { oldPassword, newPassword, accessToken }));
    if (signsOut) await this.signOut();
  }

  /**
   * A fresh access token; several callers share one request. When the session has ended the page stays, and asks to
   * sign in again in place.
   */
  renew(): Promise<void> {
    this.#renewing ??= this.#current()
      .then(session => void this.#accept(session))
      .catch((error: unknown) => {
        if (isFault(error) && error.status === 401) this.state.expired = true;
        throw error;
      })
      .finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async renewIfOld(): Promise<void> {
    if (this.#session !== undefined && this.#session.expiresAt - Date.now() < EARLY) await this.renew();
  }

  /**
   * Goes on as who was signed in last, with what this browser kept; the first call that reaches the server renews the
   * session. Returns false when nothing is kept.
   */
  #resumeOffline(): boolean {
    const email = browserStore.get(EMAIL_KEY);
    // A page in somebody else's gets its session from there.
    if (email === undefined || window.parent !== window || !navigator.serviceWorker?.controller) return false;
    Object.assign(this.state, { status: 'signed-in', email, expired: false });
    this.changed.call(email, undefined);
    return true;
  }

  async #freshToken(): Promise<string> {
    await this.renewIfOld();
    return this.#session?.accessToken ?? '';
  }

  async #current(): Promise<Session> {
    return (await this.elsewhere()) ?? this.#frame.call('currentSession', {});
  }

  async #enter(session: Session): Promise<void> {
    // The page is leaving: whoever waits must do nothing more with the old account.
    if (!this.#accept(session)) await new Promise<never>(() => undefined);
  }

  /** Returns false when the page is loaded again for another account. */
  #accept(session: Session): boolean {
    const stored = browserStore.get(EMAIL_KEY);
    const previous = this.state.email;
    if (previous !== undefined && previous !== session.email) {
      // Another account signed in elsewhere: nothing of the old one may stay in this tab.
      browserStore.set(EMAIL_KEY, session.email);
      // Viewing has ended by itself, or in another tab.
      const ended = this.state.viewing !== undefined && session.viewing === undefined;
      const landing = this.#landing ?? (ended ? AFTER_VIEW : undefined);
      if (landing === undefined) location.reload();
      else location.replace(landing);
      return false;
    }
    this.#landing = undefined;
    this.#session = session;
    if (stored !== session.email) browserStore.set(EMAIL_KEY, session.email);
    const { email, address = email, viewing } = session;
    Object.assign(this.state, { status: 'signed-in', email, address, expired: false, viewing });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.renew().catch(() => undefined),
      Math.max(1_000, session.expiresAt - Date.now() - (isLast(session) ? -LATE : EARLY)),
    );
    if (previous === undefined) this.changed.call(session.email, undefined);
    return true;
  }

  #drop(): void {
    const previous = this.state.email;
    clearTimeout(this.#timer);
    this.#session = undefined;
    browserStore.remove(EMAIL_KEY);
    Object.assign(this.state, {
      status: 'signed-out',
      email: undefined,
      address: undefined,
      expired: false,
      viewing: undefined,
    });
    if (previous !== undefined) this.changed.call(undefined, previous);
  }
}
