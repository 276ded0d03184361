import { inject } from 'inversify';
import { Fault, invalidField, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemAnnotation } from '#plugins/annotate/annotations/server/kit/index.ts';
import {
  AnnotationRights,
  Annotations,
  AnnotationWriter,
  writeRefusal,
} from '#plugins/annotate/annotations/server/kit/index.ts';
import type { FoundObject } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { Detectors } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType, shapeProblem } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { ChangePurpose, ItemChange, ItemChangeKind } from '#plugins/workspace/items/server/kit/index.ts';
import { changeValue, ItemReader } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { PredictionChange } from '../common/prediction-change.ts';
import { predictionChange } from '../common/prediction-change.ts';
import { isUntouched, predictionOf, withPredictions } from '../common/predictions.ts';

/** Images of one step: the detector is asked for them before they are written. */
const STEP = 16;

/** The predictions of an item that nobody has changed; null before the detector was asked. */
interface PredictionState {
  readonly item_id: number;
  readonly objects: readonly Instance[] | null;
}

/**
 * Has a detector find objects on images: a kind of item change, so that it has a preview, a job and an undo. What
 * people drew or corrected stays as it is.
 */
export class PredictionChanges implements ItemChangeKind {
  readonly access = 'UploadItem';

  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(Classes) private readonly classes: Classes,
    @inject(Detectors) private readonly detectors: Detectors,
    @inject(ItemReader) private readonly reader: ItemReader,
  ) {}

  /** @throws Fault INVALID_FIELD for unknown classes, MODEL_UNAVAILABLE (503), PROJECT_TYPE (422). */
  async open(context: RequestContext, projectId: number, value: unknown, purpose: ChangePurpose): Promise<ItemChange> {
    const asked = changeValue(predictionChange, value, 'must name classes, a confidence and replace');
    const project = await this.annotations.project(context, projectId);
    // A change can be undone when the detector and its classes are gone: predictions only go then.
    const owners =
      purpose === 'undo' ? new Map<string, AnnotationClass>() : await this.#owners(context, projectId, asked);
    if (purpose === 'change') {
      if (project.typeNumber !== ProjectType.Vector)
        throw new Fault('PROJECT_TYPE', 'Models run on items of image projects.', { status: 422 });
      await this.detectors.demand();
    }
    const at = new Date().toISOString();
    const documents = new Map<number, ItemAnnotation>();
    let found: ReadonlyMap<number, readonly FoundObject[] | Fault> | undefined;
    return {
      value: asked,
      size: STEP,
      prepare: async (ids, signal) => {
        const rows = await context.transaction(() => this.reader.byIds(context, projectId, ids));
        found = await this.detectors.find([...rows.values()], signal);
      },
      read: async rows => {
        documents.clear();
        for await (const each of this.annotations.get(context, rows, project)) documents.set(each.item.id, each);
        return new Map(rows.map(row => [row.id, stateOf(row.id, documents.get(row.id)?.document.instances ?? [])]));
      },
      wanted: now => {
        const { item_id: id, objects } = now as { readonly item_id: number; readonly objects: readonly Instance[] };
        const answer = found?.get(id);
        if (answer === undefined || isFault(answer)) return { item_id: id, objects: null } satisfies PredictionState;
        const predictions = answer.flatMap(each => {
          const owner = owners.get(each.label);
          return owner === undefined || each.confidence < asked.confidence
            ? []
            : [plain(predictionOf(each, owner, context.user.email, at))];
        });
        return { item_id: id, objects: asked.replace ? predictions : [...objects, ...predictions] };
      },
      refusals: async rows => {
        const faults = new Map<number, Fault>();
        for (const row of rows) {
          const fault = (await writeRefusal(context, this.rights, row, documents.get(row.id))) ?? unread(row.id, found);
          if (fault !== undefined) faults.set(row.id, fault);
        }
        return faults;
      },
      write: async (rows, states) => {
        for (const row of rows) {
          const { document, revision } = documents.get(row.id)!;
          const { objects } = states.get(row.id) as PredictionState;
          const written = withPredictions(document, objects ?? []);
          await this.writer.put(context, row, written, { base: revision, keepStatus: true });
        }
      },
    };
  }

  /** The class of each label. @throws Fault INVALID_FIELD */
  async #owners(
    context: RequestContext,
    projectId: number,
    { classes }: PredictionChange,
  ): Promise<ReadonlyMap<string, AnnotationClass>> {
    const known = new Map((await this.classes.ofProject(context, projectId)).map(each => [each.id, each]));
    const labels = Object.entries(classes);
    if (labels.length === 0) throw invalidField('change.value.classes', 'must name a class for at least one label');
    return new Map(
      labels.map(([label, id]) => {
        const owner = known.get(id);
        if (owner?.type !== ClassType.Object || shapeProblem(owner, 'bbox') !== undefined)
          throw invalidField(`change.value.classes.${label}`, 'must be a class of this project for boxes');
        return [label, owner];
      }),
    );
  }
}

/** Values as JSON: without fields that are undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const stateOf = (itemId: number, instances: readonly Instance[]): PredictionState => ({
  item_id: itemId,
  objects: instances.filter(isUntouched).map(each => plain(each)),
});

/** Why there is no answer for an image, once the detector was asked. */
function unread(
  itemId: number,
  found: ReadonlyMap<number, readonly FoundObject[] | Fault> | undefined,
): Fault | undefined {
  if (found === undefined) return undefined;
  const answer = found.get(itemId);
  if (answer === undefined)
    return new Fault('ITEM_CHANGED', 'The item came while the model was asked. Run it again.', { status: 409 });
  return isFault(answer) ? answer : undefined;
}
