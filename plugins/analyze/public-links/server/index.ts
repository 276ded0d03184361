import { Attempts, People } from '#core/auth/server/index.ts';
import { notFound } from '#core/base/common/index.ts';
import {
  BlobUrlsToken,
  DatabaseToken,
  defineServerHalf,
  PluginGate,
  PublicUrlToken,
  RequestContextsToken,
} from '#core/kernel/server/index.ts';
import { AccountHooks, Teams } from '#core/tenancy/server/index.ts';
import { Subsets } from '#plugins/analyze/explore/server/kit/index.ts';
import { Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Items, ItemsByName } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import manifest from '../manifest.ts';
import type { PublicLink } from '../common/api.ts';
import { linksApi, subsetShareApi } from '../common/api.ts';
import { sharedApi } from '../common/shared-api.ts';
import { PublicLinks } from './links.ts';
import { LinkSight } from './link-sight.ts';
import { LinkTokens } from './link-tokens.ts';
import { SharedReads } from './shared-reads.ts';
import { linkReferences } from './person-references.ts';

const done = { success: true } as const;
const shareOf = ({
  token,
  url,
  createdAt,
  expiresAt,
}: PublicLink): Pick<PublicLink, 'token' | 'url' | 'createdAt' | 'expiresAt'> => ({ token, url, createdAt, expiresAt });

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(LinkTokens).toSelf(),
  activate({ get, find, implement, tap }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...linkReferences]);
    const [tokens, items, subsets] = [get(LinkTokens), get(Items), find(Subsets)];
    const links = new PublicLinks({ tokens, projects: get(Projects), items, subsets, publicUrl: get(PublicUrlToken) });
    const sight = new LinkSight({
      database: get(DatabaseToken),
      tokens,
      people: get(People),
      teams: get(Teams),
      gate: get(PluginGate),
      contexts: get(RequestContextsToken),
      attempts: get(Attempts),
    });
    const reads = new SharedReads({
      links,
      items,
      itemsByName: get(ItemsByName),
      classes: get(Classes),
      annotations: get(Annotations),
      masks: get(Masks),
      subsets,
      urls: get(BlobUrlsToken),
    });
    implement(linksApi, {
      listPublicLinks: async ({ params }, context) => ({ data: await links.list(context, params.project_id) }),
      createPublicLink: ({ params, body }, context) => links.create(context, params.project_id, body),
      async revokePublicLink({ params }, context) {
        await links.revoke(context, params.project_id, params.link_id);
        return done;
      },
    });
    implement(subsetShareApi, {
      async shareSubset({ query, body }, context) {
        const present = await links.ofSubset(context, query.project_id, body.subset_id);
        return shareOf(present ?? (await links.create(context, query.project_id, { kind: 'subset', ...body })));
      },
      async getSubsetShare({ query }, context) {
        const present = await links.ofSubset(context, query.project_id, query.subset_id);
        if (present === undefined) throw notFound('The link');
        return shareOf(present);
      },
      async revokeSubsetShare({ query }, context) {
        await links.revokeSubset(context, query.project_id, query.subset_id);
        return done;
      },
    });
    implement(sharedApi, {
      getShare: async ({ headers }, context) => reads.share(await sight.open(headers, context)),
      unlockShare: async ({ headers, body }, context) => ({
        pass: await sight.unlock(headers, context, body.password),
      }),
      listSharedItems: async ({ headers, query }, context) =>
        reads.items(await sight.open(headers, context), query.after, query.limit),
      getSharedItem: async ({ headers, params }, context) =>
        reads.item(await sight.open(headers, context), params.item_id),
    });
  },
});
