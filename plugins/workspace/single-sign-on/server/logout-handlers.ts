import { text } from 'node:stream/consumers';
import type { Handlers } from '#core/api/server/index.ts';
import type { logoutApi } from '../common/logout-api.ts';
import type { BackchannelLogout } from './backchannel-logout.ts';

/** Handlers of what an OpenID Connect provider sends. */
export const logoutHandlers = (logout: BackchannelLogout): Handlers<typeof logoutApi> => ({
  async backchannelLogout({ params, stream }) {
    const token = new URLSearchParams(await text(stream)).get('logout_token') ?? '';
    await logout.end(params.organization_id, token);
    return { success: true };
  },
});
