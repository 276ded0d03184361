import { inject } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationDocument, AttributeValue, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { classTypeOf, defaultValues, newId } from '#plugins/annotate/annotations/common/index.ts';
import {
  AnnotationRights,
  Annotations,
  AnnotationWriter,
  writeRefusal,
} from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemAnnotation } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ItemChange, ItemChangeKind } from '#plugins/workspace/items/server/kit/index.ts';
import { changeValue } from '#plugins/workspace/items/server/kit/index.ts';
import { tagChange } from '../../common/tag-change.ts';

/** The tags of one class that an item has. */
type TagStates = readonly { readonly id: string; readonly attributes: readonly AttributeValue[] }[];

/** Gives entire items a class, as a tag with the defaults of its attributes: a kind of item change. */
export class TagChanges implements ItemChangeKind {
  readonly access = 'ApplyExploreBulkAction';

  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(Classes) private readonly classes: Classes,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
  ) {}

  /** @throws Fault INVALID_FIELD when the class is unknown or not for entire items. */
  async open(context: RequestContext, projectId: number, value: unknown): Promise<ItemChange> {
    const asked = changeValue(tagChange, value, 'must name a class_id');
    const owner = (await this.classes.ofProject(context, projectId)).find(each => each.id === asked.class_id);
    if (owner?.type !== ClassType.Tag)
      throw invalidField('change.value.class_id', 'must be a class of this project for entire items');
    const isSingle = Number(await this.settings.value(context, projectId, 'SingleClass')) === 1;
    const documents = new Map<number, ItemAnnotation>();
    return {
      value: asked,
      read: async rows => {
        const project = await this.annotations.project(context, projectId);
        for await (const each of this.annotations.get(context, rows, project)) documents.set(each.item.id, each);
        return new Map(rows.map(row => [row.id, tagStates(documents.get(row.id)?.document, owner.id)]));
      },
      wanted: now =>
        (now as TagStates).length > 0 ? now : [{ id: newId(), attributes: plain([...defaultValues(owner)]) }],
      refusals: async rows => {
        const found = new Map<number, Fault>();
        for (const row of rows) {
          const annotation = documents.get(row.id);
          const fault =
            isSingle && hasOther(annotation?.document, owner.id)
              ? new Fault('SECOND_CLASS', 'The item has a class, and items of this project have one.', { status: 409 })
              : await writeRefusal(context, this.rights, row, annotation);
          if (fault !== undefined) found.set(row.id, fault);
        }
        return found;
      },
      write: async (rows, states) => {
        for (const row of rows) {
          const { document, revision } = documents.get(row.id)!;
          const written = withTags(document, owner, states.get(row.id) as TagStates, context.user.email);
          await this.writer.put(context, row, written, { base: revision, keepStatus: true });
        }
      },
    };
  }
}

/** Values as JSON: without fields that are undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const isTagOf = (each: Instance, classId: number): boolean =>
  classTypeOf(each) === ClassType.Tag && each.classId === classId;

const tagStates = (document: AnnotationDocument | undefined, classId: number): TagStates =>
  (document?.instances ?? [])
    .filter(each => isTagOf(each, classId))
    .map(({ id, attributes }) => plain({ id, attributes }));

const hasOther = (document: AnnotationDocument | undefined, classId: number): boolean =>
  document?.instances.some(each => classTypeOf(each) === ClassType.Tag && each.classId !== classId) === true;

/** The document with the tags of a class that the states name: others of the class go and missing ones come. */
function withTags(
  document: AnnotationDocument,
  { id: classId, name }: AnnotationClass,
  states: TagStates,
  email: string,
): AnnotationDocument {
  const at = new Date().toISOString();
  const wanted = new Set(states.map(each => each.id));
  const kept = document.instances.filter(each => !isTagOf(each, classId) || wanted.has(each.id));
  const present = new Set(kept.map(each => each.id));
  const added = states
    .filter(each => !present.has(each.id))
    .map(({ id, attributes }): Instance => ({
      id,
      type: 'tag',
      classId,
      className: name,
      attributes,
      probability: 100,
      error: null,
      creationType: 'Manual',
      createdAt: at,
      createdBy: { email },
      updatedAt: at,
      updatedBy: { email },
    }));
  return { ...document, instances: [...kept, ...added] };
}
