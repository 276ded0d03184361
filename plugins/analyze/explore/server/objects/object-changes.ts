import { inject } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { classTypeOf, defaultValues, withGroupValue } from '#plugins/annotate/annotations/common/index.ts';
import {
  AnnotationRights,
  Annotations,
  AnnotationWriter,
  writeRefusal,
} from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemAnnotation } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { ItemChange, ItemChangeKind, ItemRow, ItemState } from '#plugins/workspace/items/server/kit/index.ts';
import { changeValue } from '#plugins/workspace/items/server/kit/index.ts';
import type { ObjectChange } from '../../common/object-change.ts';
import { objectChange } from '../../common/object-change.ts';

/**
 * State of an object that a change keeps: its class and attributes, the complete object when it is deleted, null when
 * it is absent.
 */
type ObjectState = Pick<Instance, 'classId' | 'attributes'> | { readonly object: Instance } | null;
type ObjectStates = Readonly<Record<string, ObjectState>>;

/**
 * Gives objects a class or an attribute, or deletes them: a kind of item change, so that it has a preview, a job and an
 * undo.
 */
export class ObjectChanges implements ItemChangeKind {
  readonly access = 'ApplyExploreBulkAction';

  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(Classes) private readonly classes: Classes,
  ) {}

  /** @throws Fault INVALID_FIELD when the value, the class or the attribute group is unknown. */
  async open(context: RequestContext, projectId: number, value: unknown): Promise<ItemChange> {
    const asked: ObjectChange = changeValue(
      objectChange,
      value,
      'must name objects and one of class_id, attribute or remove',
    );
    const wanted = new Map(asked.objects.map(each => [each.item_id, new Set(each.ids)]));
    const next = await this.#next(context, projectId, asked);
    const documents = new Map<number, ItemAnnotation>();
    const known = (itemId: number): readonly Instance[] =>
      (documents.get(itemId)?.document.instances ?? []).filter(each => wanted.get(itemId)?.has(each.id) === true);
    return {
      value: asked,
      read: async rows => {
        const project = await this.annotations.project(context, projectId);
        for await (const each of this.annotations.get(context, rows, project)) documents.set(each.item.id, each);
        return new Map(rows.map(row => [row.id, statesOf(row.id, wanted, known(row.id), asked.remove === true)]));
      },
      wanted: now =>
        Object.fromEntries(
          Object.entries(now as ObjectStates).map(([id, state]) => [id, state === null ? null : next(id, state)]),
        ) as ItemState,
      refusals: async rows => {
        const found = new Map<number, Fault>();
        for (const row of rows) {
          const fault = await this.#refusal(context, row, documents.get(row.id), known(row.id), asked);
          if (fault !== undefined) found.set(row.id, fault);
        }
        return found;
      },
      write: async (rows, states) => {
        for (const row of rows) {
          const { document, revision } = documents.get(row.id)!;
          await this.writer.put(
            context,
            row,
            withStates(document, states.get(row.id) as ObjectStates, context.user.email),
            { base: revision, keepStatus: true },
          );
        }
      },
    };
  }

  /** The state an object is to have, from the one it has. */
  async #next(
    context: RequestContext,
    projectId: number,
    { class_id: classId, attribute }: ObjectChange,
  ): Promise<(id: string, state: NonNullable<ObjectState>) => ObjectState> {
    const classes = classId === undefined && attribute === undefined ? [] : await this.#all(context, projectId);
    if (classId !== undefined) {
      const owner = classes.find(each => each.id === classId);
      if (owner === undefined) throw invalidField('change.value.class_id', 'must be a class of this project');
      return (_, state) =>
        'classId' in state && state.classId !== classId ? { classId, attributes: plain(defaultValues(owner)) } : state;
    }
    if (attribute === undefined) return () => null;
    const group = classes.flatMap(each => each.attribute_groups).find(each => each.id === attribute.group_id);
    if (group === undefined)
      throw invalidField('change.value.attribute.group_id', 'must be an attribute group of this project');
    const value = attribute.value ?? undefined;
    return (id, state) =>
      'classId' in state
        ? { ...state, attributes: plain(withGroupValue({ id, type: '', ...state }, group, value).attributes) }
        : state;
  }

  #all(context: RequestContext, projectId: number): Promise<readonly AnnotationClass[]> {
    return this.classes.ofProject(context, projectId);
  }

  async #refusal(
    context: RequestContext,
    row: ItemRow,
    annotation: ItemAnnotation | undefined,
    objects: readonly Instance[],
    { class_id: classId, attribute }: ObjectChange,
  ): Promise<Fault | undefined> {
    const fault = await writeRefusal(context, this.rights, row, annotation);
    if (fault !== undefined) return fault;
    if (objects.some(each => each.locked === true))
      return new Fault('LOCKED', 'A selected object is locked.', { status: 409 });
    if (classId === undefined && attribute === undefined) return undefined;
    const classes = await this.#all(context, row.project_id);
    const owner = classes.find(each => each.id === classId);
    if (owner !== undefined && objects.some(each => classTypeOf(each) !== owner.type))
      return new Fault('CLASS_KIND', `The class “${owner.name}” is for another kind of object.`, { status: 409 });
    if (
      attribute !== undefined &&
      objects.some(
        each =>
          !classes.some(
            one => one.id === each.classId && one.attribute_groups.some(group => group.id === attribute.group_id),
          ),
      )
    )
      return new Fault('NO_ATTRIBUTE', 'The class of a selected object does not have this attribute.', { status: 409 });
    return undefined;
  }
}

/** Attributes as JSON: without fields that are undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function statesOf(
  itemId: number,
  wanted: ReadonlyMap<number, ReadonlySet<string>>,
  objects: readonly Instance[],
  complete: boolean,
): ObjectStates {
  const byId = new Map(objects.map(each => [each.id, each]));
  return Object.fromEntries(
    [...(wanted.get(itemId) ?? [])].map(id => {
      const object = byId.get(id);
      if (object === undefined) return [id, null];
      if (complete) return [id, { object: plain(object) }];
      return [id, plain({ classId: object.classId, attributes: object.attributes })];
    }),
  );
}

/** The document with objects changed, deleted or restored as their states say. */
function withStates(document: AnnotationDocument, states: ObjectStates, email: string): AnnotationDocument {
  const now = { updatedAt: new Date().toISOString(), updatedBy: { email } };
  const kept = document.instances.flatMap(each => {
    const state = states[each.id];
    if (state === undefined) return [each];
    if (state === null) return [];
    if ('object' in state) return [state.object];
    const { className: _, ...rest } = each;
    return [{ ...rest, ...state, ...now }];
  });
  const present = new Set(kept.map(each => each.id));
  const restored = Object.values(states).flatMap(state =>
    state !== null && 'object' in state && !present.has(state.object.id) ? [state.object] : [],
  );
  return { ...document, instances: [...kept, ...restored] };
}
