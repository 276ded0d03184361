import { inject } from 'inversify';
import { accountsApi } from '#core/accounts/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { authApi, mfaApi, passkeysApi } from '#core/auth/common/index.ts';
import { profileApi } from '../common/api.ts';

/** Calls about the signed-in person. */
export class ProfileClient {
  readonly accounts: Client<typeof accountsApi>;
  readonly auth: Client<typeof authApi>;
  readonly mfa: Client<typeof mfaApi>;
  readonly passkeys: Client<typeof passkeysApi>;
  readonly profile: Client<typeof profileApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.accounts = client(accountsApi, transport);
    this.auth = client(authApi, transport);
    this.mfa = client(mfaApi, transport);
    this.passkeys = client(passkeysApi, transport);
    this.profile = client(profileApi, transport);
  }
}
