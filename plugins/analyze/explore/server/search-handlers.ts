import { Fault, invalidField } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { ItemChanges, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { translate } from '../common/ask/translate.ts';
import { visualQuery } from '../common/ask/visual-query.ts';
import type { QueryProblem } from '../common/query/expression.ts';
import { fields } from '../common/query/fields.ts';
import { printQuery } from '../common/query/print-query.ts';
import { operatorsOf } from '../common/query/operators.ts';
import { suggest } from '../common/query/suggest.ts';
import type { searchApi } from '../common/search-api.ts';
import { COUNT_CAP, MOST_IDS, PAGE } from '../common/search-api.ts';
import type { ExploreSync } from './explore-sync.ts';
import type { Facets } from './facets.ts';
import type { FoundItems } from './found-items.ts';
import type { InstanceApprovals } from './instance-approvals.ts';
import type { QuerySchemas } from './query-schemas.ts';
import type { SearchPlace, Searches } from './searches.ts';
import type { Subsets } from './subsets.ts';

export interface SearchServices {
  readonly searches: Searches;
  readonly found: FoundItems;
  readonly schemas: QuerySchemas;
  readonly sync: ExploreSync;
  readonly subsets: Subsets;
  readonly approvals: InstanceApprovals;
  readonly items: Items;
  readonly changes: ItemChanges;
  readonly facets: Facets;
}

const ACTIONS = [
  'RunExplore',
  'ManageSavedQueries',
  'ManageSubsets',
  'ManageBookmarks',
  'ApplyExploreBulkAction',
] as const;

interface PlaceQuery {
  readonly project_id: number;
  readonly folder_id?: number | undefined;
  readonly subset_id?: number | undefined;
  readonly time_zone?: string | undefined;
}

const problemView = (
  each: QueryProblem,
): { code: string; message: string; from: number; to: number; suggestions: string[] } => ({
  ...each,
  suggestions: [...each.suggestions],
});
const attributesView = (value: unknown): { groupId: number | null; id: number | null; name: string | number }[] =>
  Array.isArray(value)
    ? value.map(({ g, i, n }: { g?: number; i?: number; n: string | number }) => ({
        groupId: g ?? null,
        id: i ?? null,
        name: n,
      }))
    : [];

/** Calls that find and change items and instances. */
export function searchHandlers({
  searches,
  schemas,
  found,
  sync,
  subsets,
  approvals,
  items,
  changes,
  facets,
}: SearchServices): Handlers<typeof searchApi> {
  const placeOf = async (context: RequestContext, query: PlaceQuery): Promise<SearchPlace> => {
    if (query.subset_id !== undefined) await subsets.demand(context, query.project_id, query.subset_id);
    return {
      projectId: query.project_id,
      folderId: query.folder_id,
      subsetId: query.subset_id,
      timeZone: query.time_zone,
    };
  };
  const syncView = async (
    context: RequestContext,
    projectId: number,
  ): Promise<{ state: string; progress: { done: number; total: number }; job_id: string | null }> => {
    const { state, done, total, jobId } = await sync.state(context, projectId);
    return { state, progress: { done, total }, job_id: jobId ?? null };
  };
  /** Everything a query finds. @throws Fault TOO_MANY_ITEMS (422). */
  const allOf = async (
    context: RequestContext,
    query: PlaceQuery,
    text: string | undefined,
  ): Promise<readonly number[]> => {
    const place = await placeOf(context, query);
    const ids = await searches.ids(context, place, text, { offset: 0, limit: MOST_IDS + 1 });
    if (ids.length <= MOST_IDS) return ids;
    const { count } = await searches.count(context, place, text);
    throw new Fault(
      'TOO_MANY_ITEMS',
      `The query finds ${count} items, and at most ${MOST_IDS} are changed at once. Nothing was changed; narrow the query down.`,
      { status: 422, details: { count, limit: MOST_IDS } },
    );
  };
  return {
    async parse({ query, body }, context) {
      const text = body.query ?? '';
      const { query: ast, problems, warnings } = await searches.check(context, query.project_id, text, query.time_zone);
      const valid = problems.length === 0;
      return {
        isValidQuery: valid,
        parsedQuery: text,
        canonical: valid ? printQuery(ast) : null,
        ast: valid ? ast : null,
        warnings: warnings.map(problemView),
        errors: problems.map(problemView),
        error: valid ? null : problemView(problems[0]!),
      };
    },
    async ask({ query, body }, context) {
      const schema = await schemas.of(context, query.project_id);
      const answer = translate(body.question, schema);
      const text = visualQuery(answer, schema);
      return answer.kind === 'query'
        ? { understood: true, query: text, message: null, unknown: [] }
        : { understood: false, query: text, message: answer.message, unknown: [...answer.unknown] };
    },
    search: async ({ query, body }, context) =>
      searches.search(context, await placeOf(context, query), body.query ?? undefined, {
        offset: body.image_index ?? 0,
        limit: PAGE,
      }),
    count: async ({ query, body }, context) =>
      searches.count(
        context,
        await placeOf(context, query),
        body.query ?? undefined,
        query.capped === true ? COUNT_CAP : undefined,
      ),
    async countFacets({ query, body }, context) {
      const counted = await facets.count(context, await placeOf(context, query), body.query ?? '', body.kind);
      return {
        data: counted.map(({ facet, values, more }) => ({
          kind: facet.kind,
          name: facet.name ?? null,
          values: values.map(({ value, count }) => ({ value, count: count ?? null })),
          more,
        })),
      };
    },
    findIds: async ({ query, body }, context) =>
      searches.ids(context, await placeOf(context, query), body.query ?? undefined, {
        offset: body.offset ?? 0,
        limit: MOST_IDS,
      }),
    itemsByIds: ({ query, body }, context) => found.byIds(context, query.project_id, body.item_ids),
    async fields({ query }, context) {
      const schema = await schemas.of(context, query.project_id);
      const known = Object.entries(fields).flatMap(([scope, list]) =>
        list.map(field => ({
          scope,
          name: field.name,
          kind: field.kind as string,
          operators: [...operatorsOf(field.kind)],
          values: [...new Set((field.choices?.(schema) ?? []).map(each => each.name))].slice(0, 500),
        })),
      );
      return {
        data: [
          ...known,
          ...schema.custom.map(({ name, type }) => ({
            scope: 'custom',
            name,
            kind: type,
            operators: [...operatorsOf('any')],
            values: [],
          })),
          ...schema.components.map(name => ({
            scope: 'component',
            name,
            kind: 'any',
            operators: [...operatorsOf('any')],
            values: [],
          })),
        ],
      };
    },
    async suggest({ query, body }, context) {
      const { from, to, suggestions } = suggest(body.query, body.caret, await schemas.of(context, query.project_id));
      return { from, to, suggestions: suggestions.map(each => ({ ...each })) };
    },
    async updateItems({ query, body }, context) {
      const projectId = query.project_id;
      if (body.item_ids === undefined && typeof body.query !== 'string')
        throw invalidField('item_ids', 'give item_ids or a query');
      const ids = body.item_ids ?? (await allOf(context, query, body.query ?? undefined));
      const { annotation_status: status, approval_status: approval, is_pinned: pinned } = body.change;
      if ([status, approval, pinned].filter(each => each !== undefined).length !== 1)
        throw invalidField('change', 'name one thing to change: annotation_status, approval_status or is_pinned');
      if (status !== undefined) return items.setStatus(context, projectId, ids, status);
      if (approval !== undefined) {
        await context.demand('ApplyItemApprovalStatus', { projectId });
        return changes.approve(context, projectId, ids, approval);
      }
      await context.demand('ApplyItemPin', { projectId });
      return changes.pin(context, projectId, ids, pinned!);
    },
    async searchInstances({ query, body }, context) {
      const found = await searches.instances(context, await placeOf(context, query), body.query ?? undefined, {
        offset: body.image_index ?? 0,
        limit: PAGE,
      });
      const names = new Map((await schemas.of(context, query.project_id)).classes.map(each => [each.id, each.name]));
      return found.map(
        ({
          item_id,
          position,
          key,
          type,
          text,
          class_id,
          attributes,
          creation,
          created_by,
          updated_by,
          error,
          probability,
          x,
          y,
          width,
          height,
          area,
        }) => ({
          item_id: item_id as number,
          position: position as number,
          id: key as string | null,
          type: type as string | null,
          text: text as string | null,
          class_id: class_id as number,
          className: names.get(class_id as number) ?? null,
          attributes: attributesView(attributes),
          creationType: creation,
          createdBy: created_by,
          updatedBy: updated_by,
          error: error as boolean | null,
          probability,
          x: x as number | null,
          y: y as number | null,
          width: width as number | null,
          height: height as number | null,
          area,
        }),
      );
    },
    countInstances: async ({ query, body }, context) => ({
      count: await searches.instanceCount(context, await placeOf(context, query), body.query ?? undefined),
      exact: true,
    }),
    updateInstances: ({ query, body }, context) =>
      approvals.set(context, query.project_id, body.instances, body.approval),
    async permissions({ query }, context) {
      const actions: string[] = [];
      for (const action of ACTIONS)
        if (await context.can(action, { projectId: query.project_id })) actions.push(action);
      return { actions, allowed: actions.includes('RunExplore') };
    },
    async workflowRoles({ query }, context) {
      const { roles } = await schemas.of(context, query.project_id);
      return { data: roles.map(({ id, name }) => ({ id, name })), count: roles.length };
    },
    async workflowStatuses({ query }, context) {
      const { statuses } = await schemas.of(context, query.project_id);
      return { data: statuses.map(({ id, name }) => ({ value: id, name })), count: statuses.length };
    },
    async syncProject({ query }, context) {
      await sync.sync(context, query.project_id);
      return syncView(context, query.project_id);
    },
  };
}
