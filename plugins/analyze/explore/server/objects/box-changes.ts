import { inject } from 'inversify';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues } from '#plugins/annotate/annotations/common/index.ts';
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
import type { ChangePurpose, ItemChange, ItemChangeKind } from '#plugins/workspace/items/server/kit/index.ts';
import { changeValue } from '#plugins/workspace/items/server/kit/index.ts';
import type { BoxChange } from '../../common/box-change.ts';
import { boxChange } from '../../common/box-change.ts';

/** The objects of a change that an item has, by their ids; null for those that it does not have. */
type BoxStates = Readonly<Record<string, Instance | null>>;

/** Adds boxes of a class to items: a kind of item change, so that it has a preview, a job and an undo. */
export class BoxChanges implements ItemChangeKind {
  readonly access = 'ApplyExploreBulkAction';

  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(Classes) private readonly classes: Classes,
  ) {}

  /** @throws Fault INVALID_FIELD when the boxes or the class are unknown. */
  async open(context: RequestContext, projectId: number, value: unknown, purpose: ChangePurpose): Promise<ItemChange> {
    const asked: BoxChange = changeValue(boxChange, value, 'must name a class_id and boxes');
    const owner = (await this.classes.ofProject(context, projectId)).find(each => each.id === asked.class_id);
    // A change can be undone when its class is gone: boxes only go then.
    if (owner?.type !== ClassType.Object && purpose === 'change')
      throw invalidField('change.value.class_id', 'must be a class of this project for objects');
    const byId = new Map(asked.boxes.map(each => [each.id, each]));
    if (byId.size < asked.boxes.length) throw invalidField('change.value.boxes', 'must each have an id of its own');
    const documents = new Map<number, ItemAnnotation>();
    return {
      value: asked,
      read: async rows => {
        const project = await this.annotations.project(context, projectId);
        for await (const each of this.annotations.get(context, rows, project)) documents.set(each.item.id, each);
        return new Map(
          rows.map(row => [
            row.id,
            statesOf(
              asked.boxes.filter(each => each.item_id === row.id),
              documents.get(row.id)?.document.instances ?? [],
            ),
          ]),
        );
      },
      wanted: now =>
        Object.fromEntries(
          Object.entries(now as BoxStates).map(([id, state]) => [
            id,
            state ?? newBox(byId.get(id)!, owner, context.user.email),
          ]),
        ),
      refusals: async rows => {
        const found = new Map<number, NonNullable<Awaited<ReturnType<typeof writeRefusal>>>>();
        for (const row of rows) {
          const fault = await writeRefusal(context, this.rights, row, documents.get(row.id));
          if (fault !== undefined) found.set(row.id, fault);
        }
        return found;
      },
      write: async (rows, states) => {
        for (const row of rows) {
          const { document, revision } = documents.get(row.id)!;
          const written = withBoxes(document, states.get(row.id) as BoxStates);
          await this.writer.put(context, row, written, { base: revision, keepStatus: true });
        }
      },
    };
  }
}

/** Values as JSON: without fields that are undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const statesOf = (boxes: readonly { readonly id: string }[], instances: readonly Instance[]): BoxStates => {
  const byId = new Map(instances.map(each => [each.id, each]));
  return Object.fromEntries(
    boxes.map(({ id }) => {
      const found = byId.get(id);
      return [id, found === undefined ? null : plain(found)];
    }),
  );
};

function newBox(
  { id, x, y, width, height }: BoxChange['boxes'][number],
  owner: AnnotationClass | undefined,
  email: string,
): Instance {
  const at = new Date().toISOString();
  return plain({
    id,
    type: 'bbox',
    ...(owner === undefined ? { classId: -1 } : { classId: owner.id, className: owner.name }),
    probability: 100,
    groupId: 0,
    pointLabels: {},
    locked: false,
    visible: true,
    attributes: owner === undefined ? [] : [...defaultValues(owner)],
    trackingId: null,
    error: null,
    points: { x1: x, y1: y, x2: x + width, y2: y + height },
    creationType: 'Manual',
    createdAt: at,
    createdBy: { email },
    updatedAt: at,
    updatedBy: { email },
  });
}

/** The document with the objects that the states name, and without those whose state is null. */
function withBoxes(document: AnnotationDocument, states: BoxStates): AnnotationDocument {
  const kept = document.instances.filter(each => states[each.id] !== null);
  const present = new Set(kept.map(each => each.id));
  const added = Object.values(states).filter(each => each !== null && !present.has(each.id)) as Instance[];
  return { ...document, instances: [...kept, ...added] };
}
