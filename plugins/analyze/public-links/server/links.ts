import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { hashPassword } from '#core/auth/server/index.ts';
import type { Subsets } from '#plugins/analyze/explore/server/kit/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { PublicLink } from '../common/api.ts';
import { canBeShown } from '../common/shown-types.ts';
import type { LinkRow, LinkTables } from './link-table.ts';
import type { LinkTokens } from './link-tokens.ts';

/** Public links of a project at most. */
const MOST_LINKS = 100;

type Trx = Kysely<LinkTables>;

/** Target, last moment and password of a new link. */
export type NewLink = (
  | { readonly kind: 'project' }
  | { readonly kind: 'subset'; readonly subset_id: number }
  | { readonly kind: 'item'; readonly item_id: number }
) & { readonly expires_at?: string | null | undefined; readonly password?: string | null | undefined };

interface LinkServices {
  readonly tokens: LinkTokens;
  readonly projects: Projects;
  readonly items: Items;
  /** Undefined where Explore is not installed. */
  readonly subsets: Subsets | undefined;
  readonly publicUrl: string;
}

/** Public links of projects. Rights are asked before. */
export class PublicLinks {
  constructor(private readonly services: LinkServices) {}

  /** The newest first. */
  async list(context: RequestContext, projectId: number): Promise<PublicLink[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('public_links.link')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .orderBy('id', 'desc')
        .execute(),
    );
    return Promise.all(rows.map(row => this.#view(context, row)));
  }

  /** @throws Fault NOT_FOUND, INVALID_FIELD, TYPE_NOT_SHOWN (422), PROJECT_LIMIT (422) */
  async create(context: RequestContext, projectId: number, link: NewLink): Promise<PublicLink> {
    const expiresAt = expiryOf(link.expires_at);
    const project = await this.services.projects.get(context, projectId);
    if (!canBeShown(project.type))
      throw new Fault(
        'TYPE_NOT_SHOWN',
        'Public links show pictures: projects of the types Vector, Pixel, Tiled and Classification.',
        { status: 422 },
      );
    if (link.kind === 'item') await this.services.items.get(context, link.item_id, projectId);
    if (link.kind === 'subset') await this.#subsets(context).demand(context, projectId, link.subset_id);
    const nonce = randomBytes(16).toString('hex');
    const token = this.services.tokens.token(context.team.id, nonce);
    const passwordHash = typeof link.password === 'string' ? await hashPassword(link.password) : null;
    const row = await context.transaction(async (trx: Trx) => {
      const made = await trx
        .insertInto('public_links.link')
        .values({
          team_id: context.team.id,
          project_id: projectId,
          kind: link.kind,
          subset_id: link.kind === 'subset' ? link.subset_id : null,
          item_id: link.kind === 'item' ? link.item_id : null,
          nonce,
          token_hash: this.services.tokens.hash(token),
          password_hash: passwordHash,
          expires_at: expiresAt,
          creator_id: context.user.id,
          creator: context.user.email,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const { count } = await trx
        .selectFrom('public_links.link')
        .select(each => each.fn.countAll<number>().as('count'))
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      if (Number(count) > MOST_LINKS)
        throw new Fault('PROJECT_LIMIT', `A project has at most ${MOST_LINKS} public links. Revoke one first.`, {
          status: 422,
        });
      return made;
    });
    return this.#view(context, row);
  }

  /** @throws Fault NOT_FOUND */
  async revoke(context: RequestContext, projectId: number, id: number): Promise<void> {
    const revoked = await context.transaction((trx: Trx) =>
      trx
        .deleteFrom('public_links.link')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returning('id')
        .execute(),
    );
    if (revoked.length === 0) throw notFound('The link');
  }

  /** The newest link of a subset that has not expired. */
  async ofSubset(context: RequestContext, projectId: number, subsetId: number): Promise<PublicLink | undefined> {
    await this.#subsets(context).demand(context, projectId, subsetId);
    return (await this.list(context, projectId)).find(each => each.subset_id === subsetId && !each.expired);
  }

  /** Revokes every link of a subset. */
  async revokeSubset(context: RequestContext, projectId: number, subsetId: number): Promise<void> {
    await this.#subsets(context).demand(context, projectId, subsetId);
    await context.transaction((trx: Trx) =>
      trx
        .deleteFrom('public_links.link')
        .where('team_id', '=', context.team.id)
        .where('project_id', '=', projectId)
        .where('subset_id', '=', subsetId)
        .execute(),
    );
  }

  #subsets(context: RequestContext): Subsets {
    const { subsets } = this.services;
    if (subsets === undefined || !context.enabled('explore'))
      throw new Fault('PLUGIN_DISABLED', 'Explore is switched off for your organization.', { status: 404 });
    return subsets;
  }

  async #view(context: RequestContext, row: LinkRow): Promise<PublicLink> {
    const token = this.services.tokens.token(row.team_id, row.nonce);
    const page = row.kind === 'item' ? `item/${row.item_id}` : 'explore';
    return {
      id: row.id,
      kind: row.kind,
      subset_id: row.subset_id,
      item_id: row.item_id,
      name: (await this.nameOf(context, row)) ?? null,
      token,
      url: `${this.services.publicUrl}/public/${token}/${page}`,
      protected: row.password_hash !== null,
      creator: row.creator,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      expired: isExpired(row),
    };
  }

  /** The name of what a link shows; undefined when that is not there any more or cannot be seen by the caller. */
  async nameOf(context: RequestContext, row: LinkRow): Promise<string | undefined> {
    if (row.kind === 'subset')
      return context.enabled('explore')
        ? this.services.subsets?.nameOf(context, row.project_id, row.subset_id!)
        : undefined;
    if (row.kind === 'item')
      return (await this.services.items.byIds(context, row.project_id, [row.item_id!])).get(row.item_id!)?.name;
    return (await this.services.projects.get(context, row.project_id)).name;
  }
}

/** True when the last moment of a link has passed. */
export const isExpired = ({ expires_at: end }: Pick<LinkRow, 'expires_at'>): boolean =>
  end !== null && end.getTime() <= Date.now();

function expiryOf(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const date = new Date(text);
  if (date.getTime() <= Date.now()) throw invalidField('expires_at', 'must be in the future');
  return date;
}
