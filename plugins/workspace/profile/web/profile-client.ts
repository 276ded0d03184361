import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { authApi } from '#core/auth/common/index.ts';

/** Calls about the signed-in person. */
export class ProfileClient {
  readonly auth: Client<typeof authApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.auth = client(authApi, transport);
  }
}
