import { placesOf, shownValue } from '../common/planned-item.ts';
import type { PlannedItem, RowProblem } from '../common/planned-item.ts';
import { columnKey } from '../common/form-columns.ts';
import { mappingProblems, takesValue } from '../common/row-mapping.ts';
import { previewRows } from '../common/rows-api.ts';
import type { RowChoices, RowReport } from '../common/rows-api.ts';
import { itemKey } from '#plugins/exchange/exchange/server/kit/index.ts';
import { folderNameOf } from '#plugins/exchange/exchange/server/kit/index.ts';
import { folderInFolder, noNewFolder, placeKey } from './row-context.ts';
import type { RowContext } from './row-context.ts';

/** Problems and names that are listed; the rest is counted. */
export const listedLimit = 200;

/** The count of what an import of rows would do. */
export class RowTally {
  readonly places: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
  readonly problems: RowProblem[] = [];
  readonly newByFolder = new Map<string, number>();
  readonly categories = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  readonly #preview: RowReport['preview'][number][] = [];
  readonly #shown = new Set<string>();
  /** The last row of each name, so that earlier ones are reported. */
  readonly #named = new Map<string, { readonly row: number; readonly column: string }>();
  #problemCount = 0;
  #created = 0;
  #present = 0;
  #refused = 0;
  #repeated = 0;
  #valueless = 0;
  rows = 0;

  constructor(
    private readonly target: RowContext,
    private readonly choices: RowChoices,
    private readonly most: number,
  ) {
    this.places = placesOf(target.plan);
    this.faults = mappingProblems(choices.mapping, target.plan);
  }

  /** The item with what the project has against it. */
  planned(item: PlannedItem): PlannedItem {
    if (item.folder === '') return item;
    const reason = this.target.inFolder
      ? folderInFolder
      : !this.target.folders.has(placeKey(item.folder)) && !this.target.may.folders
        ? noNewFolder
        : undefined;
    const column = Object.keys(this.choices.mapping).find(each => this.choices.mapping[each] === 'folder') ?? '';
    return reason === undefined
      ? item
      : { ...item, refused: true, problems: [...item.problems, { row: item.row, column, reason }] };
  }

  count(item: PlannedItem, present: boolean): void {
    this.rows += 1;
    for (const each of item.problems) this.#addProblem(each);
    this.#show(item);
    if (item.refused) {
      this.#refused += 1;
      return;
    }
    if (item.values.length === 0) this.#valueless += 1;
    const folder = placeKey(item.folder);
    const key = itemKey(folder, item.name);
    const before = this.#named.get(key);
    const column = Object.keys(this.choices.mapping).find(each => this.choices.mapping[each] === 'name') ?? '';
    if (before !== undefined) {
      this.#repeated += 1;
      this.#addProblem({ row: before.row, column, reason: `Row ${item.row} has the same name; that one counts.` });
    } else if (present) this.#present += 1;
    else {
      this.#created += 1;
      this.newByFolder.set(folder, (this.newByFolder.get(folder) ?? 0) + 1);
      if (folder !== '' && !this.target.folders.has(folder) && !this.#folders.has(folder))
        this.#folders.set(folder, folderNameOf(item.folder));
    }
    this.#named.set(key, { row: item.row, column });
    for (const name of item.categories)
      if (!this.categories.has(name.toLowerCase())) this.categories.set(name.toLowerCase(), name);
  }

  notes(newCategories: number): readonly string[] {
    const { target, choices } = this;
    return [
      ...(target.plan.byId.size === 0
        ? [
            'The form of this project has no components yet. Build and publish it first, or the rows become items without values.',
          ]
        : []),
      ...(this.rows > 0 && this.#valueless === this.rows - this.#refused && target.plan.byId.size > 0
        ? ['No column is taken as a component of the form: the items get no values.']
        : []),
      ...(!Object.values(choices.mapping).includes('name')
        ? [`No column is taken as the name: items are called ${choices.prefix}_0001 and so on, by their row.`]
        : []),
      ...(this.categories.size > 0 && target.categories === 0
        ? ['Categories are left out: item categories are switched off for this project.']
        : []),
      ...(this.categories.size > 0 && target.categories > 0 && !target.may.categorize
        ? ["Categories are left out: you don't have the right to set them."]
        : []),
      ...(newCategories > 0 && target.categories > 0 && target.may.categorize && !target.may.categories
        ? ["New categories are not made: you don't have the right to change the project."]
        : []),
    ];
  }

  report(
    kind: RowReport['kind'],
    rows: number,
    columns: RowReport['columns'],
  ): Omit<RowReport, 'beyond' | 'categories' | 'categoryCount' | 'notes'> {
    const folders = [...this.#folders.values()];
    return {
      kind,
      rows,
      columns,
      components: [...this.target.plan.byId.values()].flatMap(({ component: { id, label }, component }) =>
        takesValue(component) ? [{ id, label: typeof label === 'string' ? label : '' }] : [],
      ),
      faults: [...this.faults],
      created: this.#created,
      present: this.#present,
      refused: this.#refused,
      repeated: this.#repeated,
      folders: folders.slice(0, listedLimit),
      folderCount: folders.length,
      problems: this.problems.slice(0, listedLimit),
      problemCount: this.#problemCount,
      preview: this.#preview,
      shown: [...this.#shown],
    };
  }

  #addProblem(problem: RowProblem): void {
    this.#problemCount += 1;
    if (this.problems.length < this.most) this.problems.push(problem);
  }

  #show(item: PlannedItem): void {
    if (this.#preview.length >= previewRows) return;
    const values = item.values.map(({ path, value }) => [columnKey(path), shownValue(value)] as const);
    for (const [key] of values) this.#shown.add(key);
    this.#preview.push({
      row: item.row,
      name: item.name,
      folder: item.folder,
      category: item.categories.join(', '),
      values: Object.fromEntries(values),
      payload: item.payload === undefined ? '' : shownValue(item.payload),
      problems: item.problems.slice(0, 20),
    });
  }
}
