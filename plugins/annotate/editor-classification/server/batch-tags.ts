import { createHash } from 'node:crypto';
import { inject } from 'inversify';
import { invalidField, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { AnnotationDocument, Author, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { applyPatches } from '#plugins/annotate/annotations/common/index.ts';
import { AnnotationBatches, Annotations, AnnotationVersions } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemAnnotation, PreparedDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemTags, TagResult } from '../common/api.ts';
import type { ClassesPerItem, TagChange } from '../common/tag-changes.ts';
import { changeTags, isTag, twiceSaid } from '../common/tag-changes.ts';
import { classesPerItem } from './classes-per-item.ts';

type Refused = TagResult['refused'][number];

/** New instances of an item: others, none other, or why not. */
type Wanted = { readonly instances: readonly Instance[] } | 'same' | Omit<Refused, 'item_id'>;

/**
 * Classes of many items at once. Each item is checked and stored as if it were saved alone; what speaks against one
 * does not stop the others.
 */
export class BatchTags {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Classes) private readonly classes: Classes,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationVersions) private readonly versions: AnnotationVersions,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
  ) {}

  /** Items the caller sees, in the order of their ids. */
  async list(context: RequestContext, projectId: number, itemIds: readonly number[]): Promise<ItemTags[]> {
    const rows = await this.items.byIds(context, projectId, itemIds);
    const found: ItemTags[] = [];
    for await (const { item, document, revision } of this.annotations.get(context, [...rows.values()]))
      found.push(tagsIn(item, document.instances, revision));
    return found;
  }

  /** @throws Fault INVALID_FIELD for a class that is no class of whole items of the project. */
  async change(
    context: RequestContext,
    projectId: number,
    op: string,
    itemIds: readonly number[],
    change: TagChange,
  ): Promise<TagResult> {
    const owner = (await this.classes.ofProject(context, projectId)).find(each => each.id === change.class_id);
    if (owner?.type !== 2) throw invalidField('change.class_id', 'must be a tag class of the project');
    checkValue(change, owner);
    const by = {
      email: context.user.email,
      role: await (await this.annotations.project(context, projectId)).roleName(),
    };
    const perItem = await classesPerItem(this.settings, context, projectId);
    const now = new Date();
    return this.#write(context, projectId, op, itemIds, ({ document }) =>
      wantedBy(document, change, owner, by, perItem, now),
    );
  }

  /**
   * Takes changes back, or makes them again: each item gets the answers of an earlier revision, as long as nobody
   * changed it since. All else of it stays.
   */
  async stepBack(
    context: RequestContext,
    projectId: number,
    op: string,
    steps: readonly { readonly item_id: number; readonly revision: number; readonly to: number }[],
  ): Promise<TagResult> {
    const byItem = new Map(steps.map(each => [each.item_id, each]));
    return this.#write(context, projectId, op, [...byItem.keys()], async ({ item, revision }) => {
      const step = byItem.get(item.id)!;
      if (step.revision !== revision) return { code: 'CONFLICT', message: 'It was changed since.' };
      return step.to === 0 ? { instances: [] } : this.#earlier(context, item, step.to);
    });
  }

  async #write(
    context: RequestContext,
    projectId: number,
    op: string,
    itemIds: readonly number[],
    want: (annotation: ItemAnnotation) => Wanted | Promise<Wanted>,
  ): Promise<TagResult> {
    return context.transaction(async () => {
      const rows = await this.items.byIds(context, projectId, itemIds);
      const project = await this.annotations.project(context, projectId);
      const done = await this.batches.done(
        context,
        itemIds.map(each => operationOf(op, each)),
      );
      const changed: ItemTags[] = [];
      const same: number[] = [];
      const refused: Refused[] = itemIds
        .filter(each => !rows.has(each))
        .map(each => ({ item_id: each, code: 'NOT_FOUND', message: 'It is no longer there.' }));
      const prepared: (PreparedDocument & { readonly instances: readonly Instance[] })[] = [];
      for await (const annotation of this.annotations.get(context, [...rows.values()], project)) {
        const { item, document, revision } = annotation;
        const own = operationOf(op, item.id);
        if (done.has(own)) {
          changed.push(tagsIn(item, document.instances, done.get(own)!));
          continue;
        }
        const wanted = await want(annotation);
        if (wanted === 'same') same.push(item.id);
        else if ('code' in wanted) refused.push({ item_id: item.id, ...wanted });
        else {
          const taken = await this.#prepare(context, project, item, { ...document, instances: wanted.instances });
          if ('code' in taken) refused.push({ item_id: item.id, ...taken });
          else prepared.push({ ...taken, op: own, base: revision, instances: wanted.instances });
        }
      }
      const revisions = await this.batches.put(context, projectId, prepared, { starts: true });
      for (const { item, instances } of prepared) {
        const revision = revisions.get(item.id);
        if (revision === undefined)
          refused.push({ item_id: item.id, code: 'CONFLICT', message: 'Somebody else changed it at the same moment.' });
        else changed.push(tagsIn(item, instances, revision));
      }
      return { changed, same, refused };
    });
  }

  async #earlier(context: RequestContext, item: ItemRow, revision: number): Promise<Wanted> {
    try {
      return { instances: (await this.versions.get(context, item, revision)).instances };
    } catch (error) {
      if (isFault(error) && error.status === 404)
        return { code: 'NOT_FOUND', message: 'Its earlier answers are no longer kept.' };
      throw error;
    }
  }

  async #prepare(
    context: RequestContext,
    project: Awaited<ReturnType<Annotations['project']>>,
    item: ItemRow,
    document: AnnotationDocument,
  ): Promise<PreparedDocument | Omit<Refused, 'item_id'>> {
    try {
      return await this.batches.prepare(context, project, item, document, 'editor');
    } catch (error) {
      if (isFault(error) && error.status < 500) return { code: error.code, message: error.message };
      throw error;
    }
  }
}

function wantedBy(
  { instances, ...rest }: AnnotationDocument,
  change: TagChange,
  owner: AnnotationClass,
  by: Author,
  perItem: ClassesPerItem,
  now: Date,
): Wanted {
  const outcome = changeTags(instances, change, owner, by, perItem, now);
  if ('refusal' in outcome) return { code: 'LOCKED', message: outcome.refusal };
  if (outcome.patches.length === 0) return 'same';
  if (twiceSaid(instances, outcome.patches) !== undefined)
    return { code: 'ANNOTATION_INVALID', message: `${owner.name} would be there twice with the same answers.` };
  return { instances: applyPatches({ instances, ...rest } as AnnotationDocument, outcome.patches).instances };
}

/** @throws Fault INVALID_FIELD when a value is none of the question. */
function checkValue(change: TagChange, owner: AnnotationClass): void {
  if (change.kind !== 'set') return;
  const group = owner.attribute_groups.find(each => each.id === change.group_id);
  if (group === undefined) throw invalidField('change.group_id', 'must be a question of the class');
  const { value } = change;
  if (value === null) return;
  const wanted =
    group.group_type === 'radio' || group.group_type === 'checklist'
      ? 'ids of its values'
      : group.group_type === 'numeric'
        ? 'a number'
        : 'a text';
  const fits = Array.isArray(value)
    ? wanted === 'ids of its values'
    : wanted === (typeof value === 'number' ? 'a number' : 'a text');
  if (!fits) throw invalidField('change.value', `must be ${wanted}`);
  if (!Array.isArray(value)) return;
  if (value.some(each => !group.attributes.some(attribute => attribute.id === each)))
    throw invalidField('change.value', 'must be ids of its values');
  if (group.group_type === 'radio' && value.length > 1) throw invalidField('change.value', 'must be a single id');
}

const tagsIn = ({ id }: ItemRow, instances: readonly Instance[], revision: number): ItemTags => ({
  item_id: id,
  revision,
  tags: instances.filter(isTag).map(each => ({ class_id: each.classId, attributes: [...each.attributes] })),
});

/** The name of the save of one item in a call. */
const operationOf = (op: string, itemId: number): string =>
  createHash('sha256')
    .update(`${op.replaceAll('-', '').toLowerCase()} ${itemId}`)
    .digest('hex')
    .slice(0, 32);
