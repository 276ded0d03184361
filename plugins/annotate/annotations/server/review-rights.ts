import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { isRecord, recordsOf } from '../common/json-value.ts';
import type { JsonRecord } from '../common/json-value.ts';
import type { ReviewRightsOfCaller, StoredReview } from '../common/review-changes.ts';
import { messageKey, reviewIssues, withoutNewApprovals } from '../common/review-changes.ts';
import { wholeDocument } from './large/whole-document.ts';
import { listedIn } from './listed-in.ts';
import type { AnnotationTables } from './annotation-tables.ts';

/** The comments and approvals of a stored revision. */
export interface KnownReview {
  readonly revision: number;
  readonly review: StoredReview;
}

/** Comments and approvals as the database answers them. */
interface ReviewRow {
  readonly revision: number;
  readonly comments?: unknown;
  readonly approvals?: Readonly<Record<string, unknown>> | null;
}

/** The review of an annotation without the rest of a document that may be large. */
const COLUMNS = sql`revision, document->'comments' as comments, (
  select jsonb_object_agg(each->>'id', each->'error') from jsonb_array_elements(${listedIn(sql`(${wholeDocument('annotation')})->'instances'`)}) as each
  where each->>'id' is not null and jsonb_typeof(each->'error') = 'boolean') as approvals`;

/** Rights to approve objects, and to resolve or delete comments of others. */
export class ReviewRights {
  /**
   * The stored review for a statement in which `item` is the row of an item of the project: for {@link knownReview};
   * null for a caller whose documents are not compared with it.
   */
  async reviewOf(context: RequestContext, projectId: number): Promise<RawBuilder<ReviewRow | null>> {
    const { approve, resolve, remove } = await this.#rights(context, projectId);
    return approve && resolve && remove
      ? sql`null`
      : sql`coalesce((select row_to_json(kept) from (select ${COLUMNS} from annotations.annotation
        where team_id = item.team_id and item_id = item.id) as kept), '{"revision": 0}')`;
  }

  /**
   * The document as the caller may save it on this revision: copies of approved objects are not approved.
   * @param known the stored review, where the caller has read it
   * @throws Fault FORBIDDEN (403) with the findings as `details.issues`
   */
  async checked(
    context: RequestContext,
    item: ItemRow,
    data: unknown,
    base: number | undefined,
    known?: KnownReview,
  ): Promise<unknown> {
    if (!isRecord(data)) return data;
    const caller = await this.#rights(context, item.project_id);
    // Who may do all of it may also write documents for others, by upload as well.
    if (caller.approve && caller.resolve && caller.remove) return data;
    const stored = known ?? (await this.#stored(context, item.id));
    // Made on another revision than the newest: the save itself answers that, or was done before.
    if (base !== undefined && (stored?.revision ?? 0) !== base) return data;
    const before = stored?.review ?? { comments: [], approvals: {} };
    const found = reviewIssues(before, data, caller);
    const issues =
      found.length === 0
        ? found
        : reviewIssues({ ...before, earlier: await this.#earlier(context, item.id) }, data, caller);
    const [first] = issues;
    if (first !== undefined)
      throw new Fault('FORBIDDEN', `The annotations could not be stored. ${first.path}: ${first.message}`, {
        status: 403,
        details: { issues },
      });
    return caller.approve ? data : withoutNewApprovals(data, before);
  }

  /** An earlier document with the review as it is now, for a caller who may not change that of others. */
  async withPresentReview(context: RequestContext, item: ItemRow, document: JsonRecord): Promise<JsonRecord> {
    const { approve, resolve, remove } = await this.#rights(context, item.project_id);
    if (approve && resolve && remove) return document;
    const { comments, approvals } = (await this.#stored(context, item.id))?.review ?? { comments: [], approvals: {} };
    return {
      ...document,
      comments,
      instances: recordsOf(document['instances']).map(each => ({
        ...each,
        error: approvals[String(each['id'])] ?? null,
      })),
    };
  }

  /** Messages of the kept versions. */
  async #earlier(context: RequestContext, itemId: number): Promise<ReadonlySet<string>> {
    const { rows } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{
        comments: unknown;
      }>`select document->'comments' as comments from annotations.annotation_version where item_id = ${itemId}::int`.execute(
        trx,
      ),
    );
    return new Set(
      rows
        .flatMap(row => recordsOf(row.comments))
        .flatMap(each => recordsOf(each['correspondence']))
        .map(messageKey),
    );
  }

  async #rights(context: RequestContext, projectId: number): Promise<ReviewRightsOfCaller> {
    const scope = { projectId };
    return {
      email: context.user.email,
      approve: await context.can('ApplyItemAnnotationInstanceApprovalStatus', scope),
      resolve: await context.can('ResolveItemAnnotationComment', scope),
      remove: await context.can('DeleteItemAnnotationComment', scope),
    };
  }

  async #stored(context: RequestContext, itemId: number): Promise<KnownReview | undefined> {
    return context.transaction(async (trx: Kysely<AnnotationTables>) => {
      const {
        rows: [row],
      } = await sql<ReviewRow>`select ${COLUMNS} from annotations.annotation where item_id = ${itemId}::int`.execute(
        trx,
      );
      return row === undefined ? undefined : knownReview(row);
    });
  }
}

/** The review that was read with an item. */
export const knownReview = ({ revision, comments, approvals }: ReviewRow): KnownReview => ({
  revision,
  review: { comments: recordsOf(comments), approvals: approvals ?? {} },
});
