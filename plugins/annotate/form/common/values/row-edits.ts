import type { Comment, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { bindDefault } from './default-values.ts';
import type { ElementPath } from './element-path.ts';
import { inRow, isElementPath, pathKey, rowIn } from './element-path.ts';
import type { FormInstance } from './form-instance.ts';
import { atPath, isEmptyValue, isFormInstance } from './form-instance.ts';
import type { FormPlan } from './form-plan.ts';

/** Context of the edits of rows. */
export interface RowContext {
  readonly instances: readonly Instance[];
  readonly comments: readonly Comment[];
}

/**
 * Returns the number of rows of a group by the values in it; `group` is its path. Rows without any value at the end do
 * not count.
 */
export function rowCount(instances: readonly Instance[], group: ElementPath): number {
  let count = 0;
  for (const each of instances) {
    const row = isFormInstance(each) ? rowIn(each.element_path, group) : undefined;
    if (row !== undefined && row >= count) count = row + 1;
  }
  return count;
}

/**
 * The patches that give every row of a group another number, or take it away where `to` answers undefined. Comments go
 * with their rows; those of a row that is gone stay with its group.
 */
export function renumberRows(
  { instances, comments }: RowContext,
  group: ElementPath,
  to: (row: number) => number | undefined,
): readonly Patch[] {
  const before = new Map<string, FormInstance>();
  const after = new Map<string, FormInstance>();
  for (const each of instances) {
    const row = isFormInstance(each) ? rowIn(each.element_path, group) : undefined;
    if (row === undefined || !isFormInstance(each)) continue;
    const next = to(row);
    if (next === row) continue;
    before.set(each.id, each);
    if (next === undefined) continue;
    const moved = atPath(each, inRow(each.element_path, group, next));
    after.set(moved.id, moved);
  }
  return [
    ...[...before.values()]
      .filter(each => !after.has(each.id))
      .map((each): Patch => ({ collection: 'instances', id: each.id, before: each })),
    ...[...after.values()].map((each): Patch => ({
      collection: 'instances',
      id: each.id,
      ...(before.has(each.id) ? { before: before.get(each.id)! } : {}),
      after: each,
    })),
    ...comments.flatMap((each): readonly Patch[] => {
      const path = each['element_path'];
      const row = isElementPath(path) ? rowIn(path, group) : undefined;
      if (row === undefined || !isElementPath(path)) return [];
      const next = to(row);
      return next === row
        ? []
        : [
            {
              collection: 'comments',
              id: each.id,
              before: each,
              after: { ...each, element_path: next === undefined ? group : inRow(path, group, next) },
            },
          ];
    }),
  ];
}

export const deleteRow = (context: RowContext, group: ElementPath, row: number): readonly Patch[] =>
  renumberRows(context, group, each => (each === row ? undefined : each > row ? each - 1 : each));

export function moveRow(context: RowContext, group: ElementPath, from: number, to: number): readonly Patch[] {
  const step = from < to ? -1 : 1;
  const [low, high] = from < to ? [from + 1, to] : [to, from - 1];
  return renumberRows(context, group, each => (each === from ? to : each >= low && each <= high ? each + step : each));
}

/** A new row in front of the row `at`, or after the last one. */
export function insertRow(
  plan: FormPlan,
  context: RowContext,
  group: ElementPath,
  at: number,
  payload: unknown,
): readonly Patch[] {
  return [
    ...renumberRows(context, group, each => (each >= at ? each + 1 : each)),
    ...newRow(plan, group, at, payload).map(insertion),
  ];
}

export const insertion = (instance: FormInstance): Patch => ({
  collection: 'instances',
  id: instance.id,
  after: instance,
});

/** The values a new row begins with: the defaults, or one empty value that holds the row. */
export function newRow(plan: FormPlan, group: ElementPath, row: number, payload: unknown): readonly FormInstance[] {
  const id = String(group.at(-1));
  const depth = (plan.byId.get(id)?.groups.length ?? 0) + 1;
  const rows = [...group.filter(step => typeof step === 'number'), row];
  const fields = plan
    .fieldsIn(id)
    .filter(
      ({ groups, parents }) =>
        groups.length === depth ||
        !parents
          .slice(parents.findIndex(each => each.id === id) + 1)
          .some(each => each.type === 'group' && each['isTemplate'] === true),
    );
  const made = fields.map(({ component }) =>
    valueAt(plan.pathOf(component.id, rows), bindDefault(component, { payload })),
  );
  const filled = made.filter(each => !isEmptyValue(each.value));
  const holder = made.find(each => each.element_path.length === group.length + 2) ?? made[0];
  return filled.length > 0 || holder === undefined ? filled : [holder];
}

/** A value that was not there before; its class is found by who knows the classes. */
export const valueAt = (path: ElementPath, value: unknown): FormInstance => {
  const id = String(path.at(-1));
  return {
    id: pathKey(path),
    type: 'tag',
    classId: -1,
    className: id,
    component_id: id,
    element_path: path,
    value,
    attributes: [],
  };
};

/** Rows without gaps, and what moved (`row 3 moved to 2`, counted from 1). */
export function closeGaps(instances: readonly Instance[]): {
  readonly instances: readonly Instance[];
  readonly moved: readonly string[];
} {
  const root: Rows = new Map();
  for (const each of instances) {
    let at: Rows = root;
    if (!isFormInstance(each)) continue;
    for (let step = 0; step + 2 < each.element_path.length; step += 2) {
      const rows = ensure(at, String(each.element_path[step]), () => new Map<number, Rows>());
      at = ensure(rows, each.element_path[step + 1] as number, () => new Map() as Rows);
    }
  }
  const moved: string[] = [];
  const places = new Map<Map<number, Rows>, ReadonlyMap<number, number>>();
  number(root, places, moved);
  if (moved.length === 0) return { instances, moved };
  return {
    moved,
    instances: instances.map(each => {
      if (!isFormInstance(each)) return each;
      let at: Rows = root;
      const path = [...each.element_path];
      for (let step = 0; step + 2 < path.length; step += 2) {
        const rows = at.get(String(path[step]))!;
        const row = path[step + 1] as number;
        at = rows.get(row)!;
        path[step + 1] = places.get(rows)!.get(row)!;
      }
      return path.every((step, index) => step === each.element_path[index]) ? each : atPath(each, path);
    }),
  };
}

type Rows = Map<string, Map<number, Rows>>;

function number(groups: Rows, places: Map<Map<number, Rows>, ReadonlyMap<number, number>>, moved: string[]): void {
  for (const rows of groups.values()) {
    const ordered = [...rows.keys()].sort((one, other) => one - other);
    places.set(rows, new Map(ordered.map((row, place) => [row, place])));
    moved.push(...ordered.flatMap((row, place) => (row === place ? [] : [`row ${row + 1} moved to ${place + 1}`])));
    for (const inner of rows.values()) number(inner, places, moved);
  }
}

function ensure<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const value = make();
  map.set(key, value);
  return value;
}
