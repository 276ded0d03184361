import { inject, optional } from 'inversify';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { categoryRows } from '#plugins/organize/categories/server/kit/index.ts';
import { CustomMetadata } from '#plugins/organize/item-fields/server/kit/index.ts';
import { Forms } from '#plugins/annotate/form/server/kit/index.ts';
import { folderRows, Folders } from '#plugins/workspace/items/server/kit/index.ts';
import { Contributors, ProjectUsers } from '#plugins/workspace/projects/server/kit/index.ts';
import { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import type { Named, QuerySchema } from '../common/query/query-schema.ts';
import { Embeddings } from './embeddings/embeddings.ts';
import { Passages } from './embeddings/passages.ts';
import type { PlanScope } from './query-planner.ts';

type Trx = Kysely<unknown>;

/** Reads what the names of queries are looked up in. */
export class QuerySchemas {
  constructor(
    @inject(Classes) private readonly classes: Classes,
    @inject(Workflows) private readonly workflows: Workflows,
    @inject(Contributors) private readonly contributors: Contributors,
    @inject(ProjectUsers) private readonly users: ProjectUsers,
    @inject(Folders) private readonly folders: Folders,
    @inject(CustomMetadata) @optional() private readonly itemFields: CustomMetadata | undefined,
    @inject(Forms) private readonly forms: Forms,
    @inject(Embeddings) private readonly embeddings: Embeddings,
    @inject(Passages) private readonly passages: Passages,
  ) {}

  /**
   * The schema of a project. `timeZone` is an IANA name; one nobody knows is UTC. With the text of a query only those
   * names are read that it can mean: a project has up to ten thousand folders.
   */
  async of(context: RequestContext, projectId: number, timeZone = 'UTC', text?: string): Promise<QuerySchema> {
    const mentions = (words: RegExp): boolean => text === undefined || words.test(text);
    // Names of people are shown to those who see them in lists too. Members are read across teams, so outside of the
    // transaction.
    const listed = mentions(/assignment|paused|pending/i) && (await context.can('ListItemAssignment', { projectId }));
    const seen = listed ? new Set((await this.users.all(context, projectId)).map(each => each.id)) : new Set<number>();
    const members =
      seen.size === 0 ? [] : (await this.contributors.list(context, projectId)).filter(each => seen.has(each.id));
    // Nor names of folders that the caller is not shown.
    const browsed = mentions(/folder/i) && (await context.can('ListFolders', { projectId }));
    const inside = browsed ? await this.folders.seen(context, projectId) : undefined;
    const hidden = await this.forms.hidden(context, projectId);
    const wordsReason = mentions(/semantic/i) ? await this.#wordsReason() : undefined;
    const fields = context.enabled('item-fields') ? await this.itemFields?.schema(context, projectId) : undefined;
    const among = inside === undefined ? sql`` : sql` and (is_root or id = any(${[...inside]}::int[]))`;
    return context.transaction(async (trx: Trx) => {
      const named = async (rows: RawBuilder<unknown>, filter = sql``): Promise<readonly Named[]> =>
        (
          await sql<Named>`select id, name from ${rows} where team_id = ${context.team.id} and project_id = ${projectId}${filter} order by id`.execute(
            trx,
          )
        ).rows;
      const statuses = mentions(/status|history|changed/i)
        ? (await this.workflows.of(context, projectId)).workflow.statuses
        : [];
      const classes = mentions(/class|attribute/i)
        ? (await this.classes.ofProject(context, projectId)).filter(each => !hidden.has(each.name))
        : [];
      return {
        statuses: statuses.map(each => ({ id: each.value, name: each.name })),
        roles: mentions(/assignment|history/i)
          ? (await this.contributors.roles(context, projectId)).map(each => ({ id: each.id, name: each.name }))
          : [],
        folders: browsed ? await named(folderRows, sql` and deleted_at is null${among}`) : [],
        classes: classes.map(({ id, name, type, attribute_groups: groups }) => ({
          id,
          name,
          type,
          groups: groups.map(group => ({
            id: group.id,
            name: group.name,
            type: group.group_type,
            attributes: group.attributes.map(each => ({ id: each.id, name: each.name })),
          })),
        })),
        members: members.map(each => ({
          email: each.email,
          name: `${each.first_name} ${each.last_name}`.trim() || each.email,
          paused: each.paused,
          pending: each.state === 'PENDING',
        })),
        categories: mentions(/category/i) && context.enabled('categories') ? await named(categoryRows) : [],
        subsets: mentions(/subset/i) ? await named(sql.table('explore.subset')) : [],
        custom: [...(fields ?? [])].map(([name, spec]) => ({ name, type: spec.type, format: spec.format })),
        components: componentIds((await this.forms.get(context, projectId))['components']).filter(
          id => !hidden.has(id),
        ),
        wordsReason,
        viewer: context.user.email,
        now: new Date(),
        timeZone: knownZone(timeZone),
      };
    });
  }

  /** The reason why words can be compared neither with texts nor with pictures. */
  async #wordsReason(): Promise<string | undefined> {
    const [texts, pictures] = [await this.passages.readiness(), await this.embeddings.readiness()];
    if (texts.provider !== undefined) return undefined;
    return pictures.provider === undefined ? texts.reason : pictures.textReason;
  }

  /** Components of the form whose answers the caller may not see, and the classes the form made for them. */
  async hidden(context: RequestContext, projectId: number): Promise<PlanScope['hidden']> {
    const components = await this.forms.hidden(context, projectId);
    if (components.size === 0) return { components: [], classIds: [] };
    return {
      components: [...components],
      classIds: (await this.classes.ofProject(context, projectId))
        .filter(each => components.has(each.name))
        .map(each => each.id),
    };
  }
}

function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Ids of all components of a form, whatever their place. */
function componentIds(components: unknown, depth = 0): readonly string[] {
  if (!Array.isArray(components) || depth > 32) return [];
  return components.flatMap((each: unknown): readonly string[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { id, children, components: older, columns, tabs } = each as Readonly<Record<string, unknown>>;
    return [
      ...(typeof id === 'string' ? [id] : []),
      ...[children, older, columns, tabs].flatMap(list => componentIds(list, depth + 1)),
    ];
  });
}
