import type { ElementPath, FormComponent, ValueShape } from '#plugins/annotate/form/common/index.ts';
import { componentTypeOf, holdsValue, pathKey, valueShape } from '#plugins/annotate/form/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Columns that say which item a row is. */
export const itemColumns = ['_item_name', '_folder', '_item_category'] as const;

/** Columns that downloads have besides, and imports leave alone. */
export const factColumns = ['_status', '_assignees', '_approval', '_created', '_updated'] as const;

/** A column of a form's table: one component, in one row of each group around it. */
export interface FormColumn {
  /** Text of the header: `prompt`, or `answers[0].answer` inside of a group. */
  readonly key: string;
  readonly id: string;
  readonly path: ElementPath;
  readonly shape: ValueShape;
}

/** Columns of a table at most, as many as spreadsheets open. */
export const columnLimit = 16_384;

/** The header of a path. Ids that look like columns of ours have their first character coded. */
export const columnKey = (path: ElementPath): string => pathKey(path).replace(/^_/, '%5F');

/** The same without the numbers of rows: what every row of a group has in common. */
export const columnPattern = (key: string): string =>
  /^[^.[\]]+\[\d+\]\.(?:[^.[\]]+\[\d+\]\.)*[^.[\]]+$/.test(key) ? key.replaceAll(/\[\d+\]/g, '[]') : key;

/** The rows in a header of our form, from the outside in; none in any other. */
export const rowsOfKey = (key: string): readonly number[] =>
  columnPattern(key) === key ? [] : [...key.matchAll(/\[(\d+)\]/g)].map(found => Number(found[1]));

/** Returns the type of a component's cells; components we don't know hold anything. */
export const shapeOf = (component: FormComponent): ValueShape => valueShape(component) ?? 'any';

/** True for a component whose values are in no download: it is marked so, or it gives a score, which is never shown. */
export const isLeftOut = (component: FormComponent): boolean =>
  component['exclude'] === true || (isRecord(component['scoring']) && (component['scoring']['id'] ?? null) !== null);

const hasColumn = (component: FormComponent): boolean =>
  component.id !== '' &&
  component.type !== '' &&
  (holdsValue(component) || componentTypeOf(component.type) === undefined) &&
  !isLeftOut(component);

/**
 * The columns of a form in reading order. A group has the columns of each of its rows; `rows` counts them by the key of
 * the group's path, and a group it does not know has one.
 */
export function formColumns(
  components: readonly FormComponent[],
  rows: ReadonlyMap<string, number> = new Map(),
): readonly FormColumn[] {
  const columns: FormColumn[] = [];
  const seen = new Set<string>();
  const walk = (list: readonly FormComponent[], at: ElementPath): void => {
    for (const component of list) {
      const path: ElementPath = [...at, component.id];
      if (component.type === 'group') {
        const count = Math.max(1, rows.get(pathKey(path)) ?? 1);
        for (let row = 0; row < count && columns.length <= columnLimit; row++)
          walk(component.children ?? [], [...path, row]);
        continue;
      }
      const key = columnKey(path);
      if (hasColumn(component) && !seen.has(key)) {
        seen.add(key);
        columns.push({ key, id: component.id, path, shape: shapeOf(component) });
      }
      if (component.children !== undefined) walk(component.children, at);
    }
  };
  walk(components, []);
  return columns.slice(0, columnLimit);
}
