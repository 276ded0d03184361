import { buffer } from 'node:stream/consumers';
import { inject, optional } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationDocument, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { maskField } from '#plugins/annotate/annotations/common/index.ts';
import { Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { IntakeProject } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { SnapshotLine } from '#plugins/analyze/explore/server/kit/index.ts';
import { FrozenItems, Searches } from '#plugins/analyze/explore/server/kit/index.ts';
import { maskArea, maskToRings } from '#plugins/exchange/exchange/common/index.ts';
import { instanceMasks } from '#plugins/exchange/exchange/server/kit/index.ts';
import { workRows } from '#plugins/review/agreement/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { itemRows, Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { EvaluationRequest } from '../common/api.ts';
import type { PlainObject } from '../common/metric/evaluated-object.ts';
import type { MaskShape } from '../common/plain-objects.ts';
import { plainObjects } from '../common/plain-objects.ts';

type Trx = Kysely<unknown>;

/** Items read at a time, and ids asked for at a time. */
const AT_ONCE = 100;
const MOST_IDS = 5_000_000;

/** Both sides of one item. */
export interface ComparedItem {
  readonly itemId: number;
  /** Undefined when nobody ever annotated the item. */
  readonly truths: readonly PlainObject[] | undefined;
  /** Undefined when there are no predictions for the item. */
  readonly predictions: readonly PlainObject[] | undefined;
}

/** Reads the items of an evaluation with what is compared. */
export class ComparedItems {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(Masks) private readonly masks: Masks,
    @inject(Searches) @optional() private readonly searches: Searches | undefined,
    @inject(FrozenItems) @optional() private readonly frozen: FrozenItems | undefined,
  ) {}

  /** Yields the items in order of their ids, some at a time. */
  async *read(
    context: RequestContext,
    projectId: number,
    request: EvaluationRequest,
  ): AsyncGenerator<readonly ComparedItem[]> {
    if (request.snapshot_id !== undefined) {
      yield* this.#ofVersion(context, projectId, request.snapshot_id, request.prediction_set_id!);
      return;
    }
    const project = await this.annotations.project(context, projectId);
    for await (const rows of this.#rows(context, projectId, request)) {
      const ids = rows.map(row => row.id);
      const copies = await this.#copies(context, request, ids);
      const predicted =
        request.prediction_set_id === undefined
          ? undefined
          : await this.#predictions(context, request.prediction_set_id, ids);
      const compared: ComparedItem[] = [];
      const documents = request.reference === undefined ? this.annotations.get(context, rows, project) : undefined;
      for (const row of rows) {
        const stored = documents === undefined ? undefined : (await documents.next()).value;
        const truths =
          request.reference !== undefined
            ? await this.#ofCopy(context, row, copies.get(`${row.id} ${request.reference}`), project)
            : stored === undefined || stored.revision === 0
              ? undefined
              : await this.#objects(context, stored.document);
        const predictions =
          request.annotator !== undefined
            ? await this.#ofCopy(context, row, copies.get(`${row.id} ${request.annotator}`), project)
            : predicted?.get(row.id);
        compared.push({ itemId: row.id, truths, predictions });
      }
      yield compared;
    }
  }

  /**
   * Items of a dataset version with the annotations that were frozen. Those that were deleted for good since are left
   * out: their predictions went with them.
   */
  async *#ofVersion(
    context: RequestContext,
    projectId: number,
    versionId: number,
    setId: number,
  ): AsyncGenerator<readonly ComparedItem[]> {
    const version = await this.frozen!.demand(context, projectId, versionId);
    for await (const lines of this.frozen!.read(version, AT_ONCE)) {
      const ids = await this.#existing(
        context,
        lines.map(each => each.item_id),
      );
      const predicted = await this.#predictions(context, setId, [...ids]);
      const compared: ComparedItem[] = [];
      for (const line of lines)
        if (ids.has(line.item_id))
          compared.push({
            itemId: line.item_id,
            truths: await this.#frozenObjects(context, line),
            predictions: predicted.get(line.item_id),
          });
      yield compared;
    }
  }

  async #frozenObjects(
    context: RequestContext,
    { name, revision, annotations }: SnapshotLine,
  ): Promise<readonly PlainObject[] | undefined> {
    if (revision === 0 || annotations === null) return undefined;
    return this.#objects(context, annotations as AnnotationDocument, () => {
      // Without its pixels the figures would be others than before.
      throw new Fault('MASK_GONE', `The mask of “${name}” in this dataset version is not stored any more.`, {
        status: 409,
      });
    });
  }

  /** Those of the items that are there, deleted ones that can be restored among them. */
  async #existing(context: RequestContext, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ id: number }>`select item.id from ${itemRows} as item
        where item.team_id = ${context.team.id}::int and item.id = any(${[...ids]}::int[])`.execute(trx),
    );
    return new Set(rows.map(row => row.id));
  }

  async *#rows(
    context: RequestContext,
    projectId: number,
    { query, subset_id: subsetId }: EvaluationRequest,
  ): AsyncGenerator<readonly ItemRow[]> {
    if (query === '' && subsetId === undefined) {
      for (let afterId = 0; ;) {
        const rows = await this.items.inProject(context, projectId, {}, { afterId, limit: AT_ONCE });
        if (rows.length === 0) return;
        yield rows;
        afterId = rows.at(-1)!.id;
      }
    }
    const ids = await this.searches!.ids(context, { projectId, subsetId }, query, { offset: 0, limit: MOST_IDS });
    const ordered = ids.toSorted((one, other) => one - other);
    for (let start = 0; start < ordered.length; start += AT_ONCE) {
      const found = await this.items.byIds(context, projectId, ordered.slice(start, start + AT_ONCE));
      yield [...found.values()];
    }
  }

  async #predictions(
    context: RequestContext,
    setId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, readonly PlainObject[]>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ item_id: number; objects: readonly PlainObject[] }>`select item_id, objects from evaluation.prediction
        where team_id = ${context.team.id}::int and prediction_set_id = ${setId}::int
          and item_id = any(${[...ids]}::int[])`.execute(trx),
    );
    return new Map(rows.map(row => [row.item_id, row.objects]));
  }

  /** Documents of copies by item and person. */
  async #copies(
    context: RequestContext,
    { annotator, reference }: EvaluationRequest,
    ids: readonly number[],
  ): Promise<ReadonlyMap<string, unknown>> {
    const people = [annotator, reference].filter(each => each !== undefined);
    if (people.length === 0) return new Map();
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ item_id: number; email: string; document: unknown }>`select copy.item_id, lower(copy.email) as email,
          copy.document from ${workRows} as copy
        where copy.team_id = ${context.team.id}::int and copy.item_id = any(${[...ids]}::int[])
          and lower(copy.email) = any(${people}::text[]) and copy.document is not null`.execute(trx),
    );
    return new Map(rows.map(row => [`${row.item_id} ${row.email}`, row.document]));
  }

  async #ofCopy(
    context: RequestContext,
    row: ItemRow,
    document: unknown,
    project: IntakeProject,
  ): Promise<readonly PlainObject[] | undefined> {
    if (document === undefined) return undefined;
    const [opened] = await this.annotations.presented(context, row, [document], project);
    return this.#objects(context, opened!);
  }

  /** The objects of a document; parts of masks by their pixels. */
  async #objects(
    context: RequestContext,
    document: AnnotationDocument,
    onLostMask: () => void = () => undefined,
  ): Promise<readonly PlainObject[]> {
    const instances = document.instances as readonly JsonRecord[];
    const shapes = instances.some(each => Array.isArray(each['parts']))
      ? await this.#maskShapes(context, document, instances, onLostMask)
      : undefined;
    return plainObjects(
      instances,
      ({ className }) => (typeof className === 'string' ? className : ''),
      shapes === undefined ? undefined : instance => shapes.get(instance),
    ).objects;
  }

  async #maskShapes(
    context: RequestContext,
    document: AnnotationDocument,
    instances: readonly JsonRecord[],
    onLostMask: () => void,
  ): Promise<ReadonlyMap<JsonRecord, MaskShape>> {
    const png = await this.masks.read(context, (document as unknown as JsonRecord)[maskField]);
    if (png === undefined) {
      onLostMask();
      return new Map();
    }
    const runs = await instanceMasks(await buffer(png), instances);
    return new Map(
      [...runs].map(([instance, mask]) => [
        instance,
        { rings: maskToRings(mask).flatMap(({ points, holes }) => [points, ...holes]), area: maskArea(mask) },
      ]),
    );
  }
}
