import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { CopyOrMoveFinding, MissingChoice } from '#plugins/workspace/items/common/index.ts';
import type { ItemCopying, CrossProjectCopy } from '#plugins/workspace/items/server/kit/index.ts';
import type { CrossedDocument, LackingName } from '../common/cross-document.ts';
import { crossDocument, lackingKey, lackingText } from '../common/cross-document.ts';
import { readDocument } from '../common/document.ts';
import { editorEvents } from '../common/events.ts';
import { recordsOf } from '../common/json-value.ts';
import type { JsonRecord } from '../common/json-value.ts';
import { maskField } from '../common/mask-facts.ts';
import { parsePartColor } from '../common/raster/part-color.ts';
import { AnnotationReader } from './annotation-reader.ts';
import type { StoredAnnotationRow } from './annotation-reader.ts';
import type { ManyWrite } from './annotation-store.ts';
import { AnnotationStore } from './annotation-store.ts';
import { DocumentIntake } from './document-intake.ts';
import { AnnotationHooks } from './annotation-hooks.ts';
import { Masks } from './masks.ts';
import { MissingClasses } from './missing-classes.ts';

const KINDS = { class: 'Class', group: 'Attribute group', value: 'Attribute value' } as const;

/** A stored document, and the same for another project. */
interface Crossed extends CrossedDocument {
  readonly row: StoredAnnotationRow;
}

/** Counts of items with names that another project lacks. */
interface LackingCount {
  readonly name: LackingName;
  items: number;
}

/**
 * Carries annotations from items of one project to items of another one of the same type, by the names of their
 * classes.
 */
export class AnnotationTransfer {
  constructor(
    @inject(DocumentIntake) private readonly intake: DocumentIntake,
    @inject(AnnotationReader) private readonly reader: AnnotationReader,
    @inject(AnnotationStore) private readonly store: AnnotationStore,
    @inject(MissingClasses) private readonly missing: MissingClasses,
    @inject(Masks) private readonly masks: Masks,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
  ) {}

  /** Classes, groups and values of the items' annotations that the other project lacks. */
  async survey(
    context: RequestContext,
    { sourceProjectId: from, projectId: to, items, annotations }: CrossProjectCopy,
  ): Promise<readonly CopyOrMoveFinding[]> {
    if (!annotations) return [];
    const counts = await this.#lacking(
      context,
      from,
      to,
      items.map(item => item.id),
    );
    const found: CopyOrMoveFinding[] = [];
    for (const { name, items: count } of counts.values())
      found.push({
        kind: KINDS[name.kind],
        name: lackingText(name),
        items: count,
        fate: 'asked',
        obstacle: await this.#obstacle(context, to, name),
      });
    return found;
  }

  /** Items that stay because their annotations have no place in the other project. */
  async refusals(
    context: RequestContext,
    {
      sourceProjectId: from,
      projectId: to,
      items,
      annotations,
      missing,
    }: CrossProjectCopy & { readonly missing: MissingChoice },
  ): Promise<ReadonlyMap<number, Fault>> {
    const refused = new Map<number, Fault>();
    if (!annotations || missing === 'leave_out') return refused;
    for await (const part of this.#crossed(
      context,
      from,
      to,
      items.map(item => item.id),
    )) {
      for (const { row, lacking } of part) {
        const [first] = lacking.filter(name => missing === 'refuse' || name.clash);
        if (first !== undefined)
          refused.set(row.itemId, new Fault('MISSING_CLASSES', missingMessage(first), { status: 409 }));
      }
    }
    return refused;
  }

  /**
   * Gives items the annotations of others. Those that were replaced by items without annotations have none afterwards.
   * Inside the caller's transaction.
   */
  async carry(
    context: RequestContext,
    { sourceProjectId: from, projectId: to, pairs, missing, leaveOut }: ItemCopying,
  ): Promise<void> {
    const sources = pairs.map(each => each.source);
    if (missing === 'create')
      await this.missing.make(
        context,
        from,
        to,
        [...(await this.#lacking(context, from, to, sources)).values()].map(each => each.name),
      );
    const targets = new Map(pairs.map(each => [each.source, each.target]));
    const written = new Set<number>();
    const lost = new Map<string, LackingCount>();
    for await (const part of this.#crossed(context, from, to, sources)) {
      const writes: ManyWrite[] = [];
      for (const { row, ...crossed } of part) {
        const itemId = targets.get(row.itemId)!;
        const document = await this.#unpainted(context, crossed);
        writes.push({
          itemId,
          json: JSON.stringify(document),
          instanceCount: recordsOf(document['instances']).length,
          by: row.updatedBy,
        });
        written.add(itemId);
        count(lost, crossed.lacking);
      }
      await this.#write(context, to, writes);
    }
    const replaced = pairs.filter(each => each.replaced && !written.has(each.target)).map(each => each.target);
    const emptied = [...(await this.reader.sizes(context, replaced))].filter(([, { size }]) => size > 0);
    await this.#write(
      context,
      to,
      emptied.map(([itemId]) => ({ itemId, json: null, instanceCount: 0 })),
    );
    for (const { name, items } of lost.values())
      leaveOut({
        code: 'MISSING_CLASSES',
        message: `${missingMessage(name)} What was annotated with it was left out.`,
        count: items,
      });
  }

  /** A text of each annotated item that changes with its annotations. */
  async marks(context: RequestContext, itemIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return new Map(
      [...(await this.reader.sizes(context, itemIds))].map(([id, { revision }]) => [id, String(revision)]),
    );
  }

  async *#crossed(
    context: RequestContext,
    from: number,
    to: number,
    itemIds: readonly number[],
  ): AsyncGenerator<readonly Crossed[]> {
    const [here, there] = [await this.intake.project(context, from), await this.intake.project(context, to)];
    for await (const rows of this.reader.stored(context, itemIds))
      yield rows.map(row => ({ row, ...crossDocument(row.document, here.classes, there.classes, there.templates) }));
  }

  async #lacking(
    context: RequestContext,
    from: number,
    to: number,
    itemIds: readonly number[],
  ): Promise<ReadonlyMap<string, LackingCount>> {
    const counts = new Map<string, LackingCount>();
    for await (const part of this.#crossed(context, from, to, itemIds))
      for (const { lacking } of part) count(counts, lacking);
    return counts;
  }

  async #obstacle(context: RequestContext, to: number, name: LackingName): Promise<string | null> {
    if (name.clash) return 'It is of another type there.';
    const action = await this.missing.obstacle(context, to, name);
    return action === undefined ? null : `You may not make it there (${action}).`;
  }

  /**
   * The document whose mask shows nothing of instances that were dropped: what is painted and listed nowhere would come
   * back as an object.
   */
  async #unpainted(context: RequestContext, { document, dropped }: CrossedDocument): Promise<JsonRecord> {
    if (dropped.length === 0 || document[maskField] === undefined) return document;
    const colors = new Set(
      dropped.flatMap(instance => recordsOf(instance['parts']).flatMap(part => parsePartColor(part['color']) ?? [])),
    );
    const mask = await this.masks.without(context, document[maskField], colors);
    return mask === undefined ? document : { ...document, [maskField]: mask.hash };
  }

  async #write(context: RequestContext, projectId: number, writes: readonly ManyWrite[]): Promise<void> {
    if (writes.length === 0) return;
    const revisions = await this.store.writeMany(context, projectId, writes);
    await this.hooks.storingMany.promise(
      context,
      projectId,
      writes.map(({ itemId, json }) => ({
        itemId,
        get document() {
          return json === null ? undefined : readDocument(JSON.parse(json));
        },
      })),
    );
    await context.publish(editorEvents.annotationsSaved, {
      project_id: projectId,
      saved: [...revisions].map(([itemId, revision]) => ({ item_id: itemId, revision })),
    });
  }
}

const missingMessage = (name: LackingName): string =>
  name.clash
    ? `“${lackingText(name)}” is of another type in the other project.`
    : `The other project has no ${KINDS[name.kind].toLowerCase()} “${lackingText(name)}”.`;

function count(counts: Map<string, LackingCount>, lacking: readonly LackingName[]): void {
  for (const name of lacking) {
    const found = counts.get(lackingKey(name));
    if (found === undefined) counts.set(lackingKey(name), { name, items: 1 });
    else found.items += 1;
  }
}
