import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemSummary } from '#plugins/workspace/items/common/index.ts';
import { excerptOf } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { documentKind } from '../common/document-kind.ts';
import type { Instance } from '../common/document.ts';
import { recordsOf } from '../common/json-value.ts';
import type { JsonRecord } from '../common/json-value.ts';
import { MOST_SHAPES, summaryPath } from '../common/summary-shapes.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import { Annotations } from './annotations.ts';
import { ContributorLimits } from './contributor-limits.ts';
import type { IntakeProject } from './document-intake.ts';
import { listedIn } from './listed-in.ts';

type Summary = Omit<ItemSummary, 'item_id'>;

/** Larger documents, in characters of their JSON, are counted but not drawn. */
const DRAWN_CHARACTERS = 200_000;
const NO_CLASS = '#868E96';

/** Counts, shapes and excerpts of the annotations of listed items. */
export class AnnotationSummaries {
  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(ContributorLimits) private readonly limits: ContributorLimits,
  ) {}

  async of(
    context: RequestContext,
    projectId: number,
    items: readonly ItemRow[],
  ): Promise<ReadonlyMap<number, Summary>> {
    const { seesComments } = await this.limits.of(context, projectId);
    const rows = await this.#counts(
      context,
      items.map(item => item.id),
    );
    const summaries = new Map<number, Summary>(
      rows.map(({ item_id: id, objects, comments }) => [
        id,
        { objects, comments: seesComments ? comments : 0, excerpt: null, shapes: [] },
      ]),
    );
    const small = new Set(rows.filter(row => row.size <= DRAWN_CHARACTERS).map(row => row.item_id));
    const project = await this.annotations.project(context, projectId);
    const kind = documentKind(project.typeNumber);
    if (small.size === 0 || (kind !== 'flat' && kind !== 'form')) return summaries;
    const drawn = items.filter(item => small.has(item.id));
    for await (const { item, document } of this.annotations.native(context, drawn, project)) {
      const summary = summaries.get(item.id);
      if (document === undefined || summary === undefined) continue;
      summaries.set(
        item.id,
        kind === 'form'
          ? { ...summary, excerpt: formExcerpt(document) }
          : { ...summary, shapes: this.#shapes(document, item, project) },
      );
    }
    return summaries;
  }

  #shapes(document: JsonRecord, { width, height }: ItemRow, project: IntakeProject): Summary['shapes'] {
    if (width === null || height === null || width === 0 || height === 0) return [];
    const outlining = this.hooks.outlining.for(project.type);
    const shapes: { color: string; path: string }[] = [];
    for (const instance of recordsOf(document['instances'])) {
      if (shapes.length === MOST_SHAPES) break;
      const outline = outlining.call(instance as unknown as Instance);
      const path = outline === undefined ? undefined : summaryPath(outline, { width, height });
      const color = project.classes.byId.get(Number(instance['classId']))?.entry.color ?? NO_CLASS;
      if (path !== undefined) shapes.push({ color, path });
    }
    return shapes;
  }

  async #counts(
    context: RequestContext,
    ids: readonly number[],
  ): Promise<
    readonly { readonly item_id: number; readonly objects: number; readonly comments: number; readonly size: number }[]
  > {
    if (ids.length === 0) return [];
    const { rows } = await context.transaction((trx: Kysely<unknown>) =>
      sql<{ item_id: number; objects: number; comments: number; size: number }>`
        select item_id, instance_count as objects, size,
          (select count(*)::int from jsonb_array_elements(${listedIn(sql`document -> 'comments'`)}) as comment
            where comment.value -> 'resolved' is distinct from 'true'::jsonb) as comments
        from annotations.annotation
        where team_id = ${context.team.id}::int and item_id = any(${[...ids]}::int[]) and document is not null`.execute(
        trx,
      ),
    );
    return rows;
  }
}

/** The first texts among the values of a form. */
function formExcerpt(document: JsonRecord): string | null {
  const texts = recordsOf(document['instances']).flatMap(instance =>
    recordsOf(instance['attributes']).flatMap(({ name }) =>
      typeof name === 'string' && /\p{L}/u.test(name) && !/^[[{]/.test(name) ? [name] : [],
    ),
  );
  return excerptOf(texts.slice(0, 4).join(' · '));
}
