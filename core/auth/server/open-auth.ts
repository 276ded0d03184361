import type { CryptoKey } from 'jose';
import { importJWK } from 'jose';
import type { MountedOperation } from '#core/api/server/index.ts';
import { operationsOf } from '#core/api/server/index.ts';
import type { Database, Keys } from '#core/data/server/index.ts';
import { SecretBox } from '#core/data/server/index.ts';
import { authApi, externalApi, mfaApi, passkeysApi } from '../common/index.ts';
import { Addresses } from './addresses.ts';
import { Attempts } from './attempts.ts';
import { authHandlers } from './auth-handlers.ts';
import type { AuthServices } from './auth-services.ts';
import { externalHandlers } from './external-handlers.ts';
import { IdentityProof } from './identity-proof.ts';
import { mfaHandlers } from './mfa-handlers.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { Passkeys } from './passkeys.ts';
import { passkeysHandlers } from './passkeys-handlers.ts';
import type { PasswordCost } from './passwords.ts';
import { People } from './people.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { SecondFactors } from './second-factors.ts';
import { SessionCookies } from './session-cookies.ts';
import { Sessions } from './sessions.ts';
import { SignInWays } from './sign-in-ways.ts';
import type { SmsGateway } from './sms-factors.ts';
import { SmsFactors } from './sms-factors.ts';
import { TotpFactors } from './totp-factors.ts';
import { ViewingSessions } from './viewing-sessions.ts';

export interface AuthOptions {
  readonly database: Database;
  readonly keys: Keys;
  readonly publicUrl: string;
  /** Ends, in the same transaction, what else lets a person in: their password changed or their account closed. */
  readonly lockedOut: (personId: number) => Promise<void>;
  /** Called after the commit when sessions of a person ended or what is known of them changed. */
  readonly sessionsChanged: (personId: number) => void;
  readonly passwordCost?: PasswordCost | undefined;
  /** Sends codes by text message; absent = none are sent. */
  readonly sms?: SmsGateway | undefined;
}

export async function openAuth(options: AuthOptions): Promise<AuthServices> {
  const { database, keys, publicUrl } = options;
  const secrets = new SecretBox(keys);
  const people = new People(database, options.lockedOut, options.passwordCost);
  const attempts = new Attempts(database);
  const tokens = new OneTimeTokens(database);
  const sessionKeys = {
    privateKey: (await importJWK(keys.tokens.privateKey, 'EdDSA')) as CryptoKey,
    publicKey: (await importJWK(keys.tokens.publicKey, 'EdDSA')) as CryptoKey,
    rotationSecret: Buffer.from(keys.session, 'base64url'),
  };
  const sessions = new Sessions(database, sessionKeys, publicUrl, options.sessionsChanged);
  return {
    people,
    addresses: new Addresses(database),
    sessions,
    viewing: new ViewingSessions(database, personId => sessions.forgetOf(personId)),
    attempts,
    tokens,
    factors: new SecondFactors(
      people,
      tokens,
      attempts,
      new TotpFactors(database, secrets),
      new SmsFactors(database, secrets, attempts, options.sms),
      new RecoveryCodes(database, secrets),
    ),
    passkeys: new Passkeys(database, tokens, publicUrl),
    ways: new SignInWays(),
    proof: new IdentityProof(database),
    cookies: new SessionCookies(publicUrl.startsWith('https:')),
  };
}

/** The calls of sign-in, ready to be mounted. */
export const authOperations = (services: AuthServices): readonly MountedOperation[] => [
  ...operationsOf('core', authApi, authHandlers(services)),
  ...operationsOf('core', externalApi, externalHandlers(services)),
  ...operationsOf('core', mfaApi, mfaHandlers(services)),
  ...operationsOf('core', passkeysApi, passkeysHandlers(services)),
];

/** Deletes what no longer counts: old attempts and expired tokens. */
export async function trimAuth({ attempts, tokens }: AuthServices): Promise<void> {
  await attempts.forgetOld();
  await tokens.trim();
}
