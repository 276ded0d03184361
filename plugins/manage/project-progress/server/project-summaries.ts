import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { BlobUrls } from '#core/data/server/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { BlobUrlsToken } from '#core/kernel/server/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import { itemStatusOf, plainStatuses } from '#plugins/workspace/items/common/index.ts';
import { dueDay } from '#plugins/workspace/projects/common/index.ts';
import { ItemReader, ItemsHooks, tallyRows } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectSettings, Projects, contributorRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ProjectSummary } from '../common/api.ts';

const MOST_THUMBNAILS = 4;
const MOST_PEOPLE = 5;
/** Milliseconds for which the address of a picture is valid at least. */
const ADDRESS_LIFETIME_MS = 3_600_000;
/** Status of a project all of whose items are completed. */
const COMPLETED = 3;
/** Code of returned items; workflows name it otherwise only when they rename it. */
const RETURNED = 4;

/** Facts on the cards of projects. */
export class ProjectSummaries {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly items: ItemsHooks,
    @inject(Members) private readonly members: Members,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
  ) {}

  /** The summaries of those of the projects that the caller sees. */
  async of(context: RequestContext, projectIds: readonly number[]): Promise<readonly ProjectSummary[]> {
    const members = new Map((await this.members.seen(context)).map(each => [each.email, each]));
    return context.transaction(async (trx: Kysely<unknown>) => {
      const found: ProjectSummary[] = [];
      for (const projectId of new Set(projectIds)) {
        if ((await this.projects.membership(context, projectId)) === undefined) continue;
        const statuses = await this.#statuses(trx, context, projectId);
        const people = (
          await trx
            .selectFrom(contributorRows.as('contributor'))
            .select('email')
            .where('team_id', '=', context.team.id)
            .where('project_id', '=', projectId)
            .orderBy('role')
            .orderBy('email')
            .execute()
        ).flatMap(({ email }) => members.get(email) ?? []);
        found.push({
          project_id: projectId,
          statuses: [...statuses],
          due_on: await this.#dueOn(context, projectId),
          returned: statuses.find(each => each.status === RETURNED)?.items ?? 0,
          thumbnails: await this.#thumbnails(trx, context, projectId),
          people: people
            .slice(0, MOST_PEOPLE)
            .map(({ email, address, firstName, lastName }) => ({
              email,
              name: `${firstName} ${lastName}`.trim() || address,
            })),
          people_count: people.length,
        });
      }
      return found;
    });
  }

  /** The due date of a project in which there is still work. */
  async #dueOn(context: RequestContext, projectId: number): Promise<string | null> {
    if ((await this.projects.facts(context, projectId))?.status === COMPLETED) return null;
    return dueDay(await this.settings.value(context, projectId, 'DueDate'));
  }

  async #statuses(
    trx: Kysely<unknown>,
    context: RequestContext,
    projectId: number,
  ): Promise<ProjectSummary['statuses']> {
    const { all, names } = await this.items.statuses.promise(context, plainStatuses, projectId);
    const rows = await trx
      .selectFrom(tallyRows.as('tally'))
      .select(['annotation_status as status', sql<number>`sum(items)::int`.as('items')])
      .where('team_id', '=', context.team.id)
      .where('project_id', '=', projectId)
      .groupBy('annotation_status')
      .having(sql<boolean>`sum(items) > 0`)
      .execute();
    const place = (status: number): number => (all.includes(status) ? all.indexOf(status) : all.length);
    return rows
      .toSorted((one, other) => place(one.status) - place(other.status))
      .map(({ status, items }) => ({ status, items, name: itemStatusOf(status, names?.get(status)).title }));
  }

  /** Pictures of the first items that the caller sees. */
  async #thumbnails(trx: Kysely<unknown>, context: RequestContext, projectId: number): Promise<string[]> {
    const rows = await (
      await this.reader.visible(trx as unknown as Kysely<unknown>, context, projectId)
    )
      .where('item.thumbnail_hash', 'is not', null)
      .orderBy('item.id')
      .select(['item.thumbnail_hash', 'item.thumbnail_mime'])
      .limit(MOST_THUMBNAILS)
      .execute();
    return rows.map(row =>
      this.urls.sign(
        {
          hash: row.thumbnail_hash as string,
          type: (row.thumbnail_mime as string | null) ?? 'image/webp',
          name: 'thumbnail',
        },
        ADDRESS_LIFETIME_MS,
      ),
    );
  }
}
