import { isRecord, recordsOf } from '#plugins/editor/common/json-value.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';

/** Name of a keypoint: its label, else its number in the template. */
export function keypointLabel(instance: JsonRecord, at: number, id: unknown): string {
  const labels = instance['pointLabels'];
  const label = isRecord(labels) ? labels[at] : undefined;
  return typeof label === 'string' && label !== '' ? label : String(id);
}

/** Whether each point of a template is hidden (1) or seen (2), as an import kept it. */
export function visibilityOf(instance: JsonRecord): readonly (1 | 2)[] {
  const source = isRecord(instance['source']) ? instance['source'] : {};
  const kept = Array.isArray(source['v']) ? (source['v'] as unknown[]) : [];
  return recordsOf(instance['points']).map((point, at) => (kept[at] === 1 ? 1 : 2));
}

/** Boxes that belong to a template: the first of its group and class. */
export function groupedBoxes(instances: readonly JsonRecord[]): ReadonlyMap<JsonRecord, JsonRecord> {
  const key = (instance: JsonRecord): string | undefined => (typeof instance['groupId'] === 'number' && instance['groupId'] !== 0 ? `${instance['groupId']} ${String(instance['className'])}` : undefined);
  const boxes = new Map<string, JsonRecord>();
  for (const instance of instances) {
    const group = key(instance);
    if (instance['type'] === 'bbox' && group !== undefined && !boxes.has(group)) boxes.set(group, instance);
  }
  return new Map(instances.flatMap(instance => {
    const group = key(instance);
    const box = group === undefined ? undefined : boxes.get(group);
    return instance['type'] === 'template' && box !== undefined ? [[instance, box] as const] : [];
  }));
}
