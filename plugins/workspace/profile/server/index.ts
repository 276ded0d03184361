import { People, Sessions } from '#core/auth/server/index.ts';
import { BlobsToken, BlobUrlsToken, defineServerHalf, PublicUrlToken } from '#core/kernel/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import manifest from '../manifest.ts';
import { profileApi } from '../common/api.ts';
import { AccountClosing } from './account-closing.ts';
import { AvatarGrants } from './avatar-grants.ts';
import { profileHandlers } from './profile-handlers.ts';

export default defineServerHalf(manifest, {
  bindings(container) {
    for (const service of [AccountClosing, AvatarGrants]) container.bind(service as typeof AccountClosing).toSelf();
  },
  activate: ({ get, implement }) =>
    implement(
      profileApi,
      profileHandlers({
        people: get(People),
        sessions: get(Sessions),
        members: get(Members),
        closing: get(AccountClosing),
        grants: get(AvatarGrants),
        blobs: get(BlobsToken),
        urls: get(BlobUrlsToken),
        publicUrl: get(PublicUrlToken),
      }),
    ),
});
