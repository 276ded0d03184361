import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf, sameJson, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type {
  FormInstance,
  FormPlan,
  FormReader,
  PlacedComponent,
  Visibility,
} from '#plugins/annotate/form/common/index.ts';
import {
  bindDefault,
  isEmptyValue,
  isFormInstance,
  labelOf,
  visibilityOf,
} from '#plugins/annotate/form/common/index.ts';

/** Replaces hidden values by marks that reveal nothing of them, the same for the same value. */
export type MarkOf = (instance: FormInstance) => string;

/** The open form without the values that its reader may not see: marks are in their places. */
export function withholdHidden(open: JsonRecord, plan: FormPlan, reader: FormReader, markOf: MarkOf): JsonRecord {
  const hidden = idsOf(plan, reader, 'hidden');
  if (hidden.size === 0) return open;
  return {
    ...open,
    instances: recordsOf(open['instances']).map(each =>
      isFormInstance(each) && hidden.has(each.component_id)
        ? { ...withoutFields(each, 'entry', 'shape', 'value'), value: null, withheld: markOf(each) }
        : each,
    ),
  };
}

/** The open form without what its reader may not see at all, for who takes it along; itself when nothing is hidden. */
export function withoutHidden(open: JsonRecord, plan: FormPlan, reader: FormReader): JsonRecord {
  const hidden = idsOf(plan, reader, 'hidden');
  return hidden.size === 0
    ? open
    : {
        ...open,
        instances: recordsOf(open['instances']).filter(each => !isFormInstance(each) || !hidden.has(each.component_id)),
      };
}

/**
 * The form that somebody sends, with the hidden values in their places again.
 * @returns `refused` names the components they changed although they may only read them, or not even that
 */
export function acceptForm(
  sent: JsonRecord,
  stored: JsonRecord,
  plan: FormPlan,
  reader: FormReader,
  markOf: MarkOf,
): { readonly document: JsonRecord; readonly refused: readonly string[] } {
  const before = recordsOf(stored['instances']).filter(isFormInstance);
  const hidden = idsOf(plan, reader, 'hidden');
  const marked = new Map(
    before.filter(each => hidden.has(each.component_id)).map(each => [`${each.component_id} ${markOf(each)}`, each]),
  );
  const lost: string[] = [];
  const instances = recordsOf(sent['instances']).flatMap((each): readonly JsonRecord[] => {
    if (!isFormInstance(each)) return [each];
    if (each.withheld === undefined) {
      // Who guesses a hidden value does not learn that it is the right one.
      if (hidden.has(each.component_id) && !isGiven(plan.byId.get(each.component_id)!.component, each.value))
        lost.push(each.component_id);
      return [each];
    }
    const found = marked.get(`${each.component_id} ${each.withheld}`);
    if (found === undefined) lost.push(each.component_id);
    return found === undefined ? [] : [{ ...found, id: each.id, element_path: each.element_path }];
  });
  const after = byComponent(instances.filter(isFormInstance));
  const known = byComponent(before);
  const changed = [...idsOf(plan, reader, 'read'), ...hidden].filter(
    id =>
      !mayStand(plan.byId.get(id)!, known.get(id) ?? [], after.get(id) ?? [], {
        before,
        after: instances.filter(isFormInstance),
      }),
  );
  return {
    document: { ...sent, instances },
    refused: [...new Set([...lost, ...changed])].map(id => labelOf(plan.component(id) ?? { id, type: '' })),
  };
}

const idsOf = (plan: FormPlan, reader: FormReader, wanted: Visibility): ReadonlySet<string> =>
  new Set(plan.fields.filter(each => visibilityOf(each, reader) === wanted).map(({ component }) => component.id));

function byComponent(instances: readonly FormInstance[]): ReadonlyMap<string, readonly FormInstance[]> {
  const found = new Map<string, FormInstance[]>();
  for (const each of instances) found.set(each.component_id, [...(found.get(each.component_id) ?? []), each]);
  return found;
}

/**
 * Values one may not change stay as they are; they go and move with their rows only, and new rows begin with what the
 * form gives.
 */
function mayStand(
  { component, groups }: PlacedComponent,
  before: readonly FormInstance[],
  after: readonly FormInstance[],
  all: { readonly before: readonly FormInstance[]; readonly after: readonly FormInstance[] },
): boolean {
  if (groups.length === 0) {
    const [old] = before;
    const [now] = after;
    return old === undefined
      ? now === undefined || isGiven(component, now.value)
      : now !== undefined && sameJson(old.value, now.value) && sameJson(beside(old), beside(now));
  }
  const left = before.map(each => JSON.stringify([each.value, beside(each)]));
  const added = after.filter(each => {
    const at = left.indexOf(JSON.stringify([each.value, beside(each)]));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (added.some(each => !isGiven(component, each.value))) return false;
  const filled = left.filter(each => !isEmptyValue((JSON.parse(each) as readonly unknown[])[0]));
  return (
    filled.length === 0 ||
    rowsOf(all.after, groups.length, groups.at(-1)!) < rowsOf(all.before, groups.length, groups.at(-1)!)
  );
}

/**
 * Returns the fields beside a value, without its place. Instances have classes beside it, which are those of today when
 * they are opened.
 */
export const beside = ({ shape, entry = {} }: FormInstance): JsonRecord =>
  shape === 'instance' ? {} : withoutFields(entry, 'element_path');

const rowsOf = (instances: readonly FormInstance[], depth: number, group: string): number =>
  new Set(
    instances
      .filter(({ element_path: path }) => path[depth * 2 - 2] === group)
      .map(({ element_path: path }) => JSON.stringify(path.slice(0, depth * 2))),
  ).size;

/**
 * Returns whether the form itself puts the value there; what it takes from the item's attached JSON is not known here.
 */
function isGiven(component: PlacedComponent['component'], value: unknown): boolean {
  const { value: given } = component;
  return (
    isEmptyValue(value) ||
    (typeof given === 'string' && given.includes('{{')) ||
    sameJson(bindDefault(component, { payload: undefined }), value)
  );
}
