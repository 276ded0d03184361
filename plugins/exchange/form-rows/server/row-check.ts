import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Fault } from '#core/base/common/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { Categories } from '#plugins/organize/categories/server/kit/index.ts';
import { Folders, ItemQuota } from '#plugins/workspace/items/server/kit/index.ts';
import { usesPayload } from '../common/form-table.ts';
import { columnPattern } from '../common/form-columns.ts';
import { placesOf, plannedItem, shownValue } from '../common/planned-item.ts';
import type { PlannedItem, RowProblem } from '../common/planned-item.ts';
import { columnKey } from '../common/form-columns.ts';
import { fullMapping, guessMapping, mappingProblems, takesValue } from '../common/row-mapping.ts';
import { previewRows, rowChunk, rowLimit } from '../common/rows-api.ts';
import type { RowChoices, RowReport } from '../common/rows-api.ts';
import { itemKey } from '#plugins/exchange/exchange/server/kit/index.ts';
import { folderNameOf, ProjectContents } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { RowFile } from './row-file.ts';
import { folderInFolder, noNewFolder, placeKey } from './row-context.ts';
import type { RowContext } from './row-context.ts';

/** Problems and names that are told one by one; the rest is counted. */
const TOLD = 200;
/** Columns of a file at most. */
const MOST_COLUMNS = 2000;

/** What was found, with every problem for the report. */
export interface RowFindings {
  readonly choices: RowChoices;
  readonly report: RowReport;
  readonly problems: readonly RowProblem[];
}

const example = (value: unknown): string => shownValue(value).slice(0, 100);

/** Looks rows through without changing anything: what importing them would do, and what does not fit. */
export class RowCheck {
  constructor(
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly room: ItemQuota,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
  ) {}

  /** `chosen` is how a person wants it; guessed by the names of the columns when absent. @throws Fault what reading the file throws, TOO_LARGE. */
  async run(
    run: JobRun,
    context: RequestContext,
    ground: RowContext,
    file: RowFile,
    chosen: RowChoices | undefined,
    most: number,
  ): Promise<RowFindings> {
    const { plan } = ground;
    const columns = new Map<string, string>();
    let rows = 0;
    for await (const record of file.rows()) {
      run.signal.throwIfAborted();
      rows += 1;
      if (rows > rowLimit)
        throw new Fault(
          'TOO_LARGE',
          `The file has more than ${rowLimit.toLocaleString('en')} rows, and a project holds no more items. Split it.`,
          { status: 422 },
        );
      for (const { column, value } of record.cells)
        if (!columns.has(column) || columns.get(column) === '') columns.set(column, example(value));
      if (columns.size > MOST_COLUMNS)
        throw new Fault('TOO_LARGE', `The file has more than ${MOST_COLUMNS.toLocaleString('en')} columns.`, {
          status: 422,
        });
      if (rows % rowChunk === 0) run.progress(rows, rows * 2, `${rows.toLocaleString('en')} rows found`);
    }
    const inOrder = [...new Set([...file.headers().map(columnPattern), ...columns.keys()])];
    const mapping =
      chosen === undefined
        ? guessMapping(inOrder, plan, usesPayload(ground.form.components) ? 'payload' : 'ignore')
        : fullMapping(inOrder, chosen.mapping);
    const choices: RowChoices = {
      whole_row: false,
      prefix: 'Item',
      existing: 'skip',
      refused: 'row',
      ...chosen,
      mapping,
    };
    const look = new Look(ground, choices, most);
    if (look.faults.length === 0) {
      let page: PlannedItem[] = [];
      const flush = async (): Promise<void> => {
        const found = await this.contents.itemsByName(
          context,
          ground.folders,
          page.filter(each => !each.refused).map(each => ({ folder: placeKey(each.folder), name: each.name })),
        );
        for (const item of page) look.count(item, found.has(itemKey(placeKey(item.folder), item.name)));
        run.progress(
          rows + look.rows,
          rows * 2,
          `${look.rows.toLocaleString('en')} of ${rows.toLocaleString('en')} rows looked through`,
        );
        page = [];
      };
      for await (const record of file.rows()) {
        run.signal.throwIfAborted();
        page.push(
          look.planned(
            plannedItem(
              record,
              { mapping, wholeRow: choices.whole_row, prefix: choices.prefix, refused: choices.refused },
              plan,
              look.places,
            ),
          ),
        );
        if (page.length >= rowChunk) await flush();
      }
      await flush();
    }
    const known =
      ground.categories === 0 || this.categories === undefined
        ? new Set<string>()
        : new Set(
            (await this.categories.list(context, ground.projectId, { offset: 0, limit: 10_000 })).data.map(each =>
              each.name.toLowerCase(),
            ),
          );
    const newCategories = [...look.categories].filter(([key]) => !known.has(key)).map(([, name]) => name);
    const beyond = await this.#beyond(context, ground, look);
    return {
      choices,
      problems: look.problems,
      report: {
        ...look.report(
          file.kind,
          rows,
          inOrder.map(name => ({ name, example: columns.get(name) ?? '' })),
        ),
        beyond: beyond.count,
        categories: ground.categories === 0 ? [] : newCategories.slice(0, TOLD),
        categoryCount: ground.categories === 0 ? 0 : newCategories.length,
        notes: [...beyond.notes, ...look.notes(newCategories.length)],
      },
    };
  }

  /** Items beyond what folders and the project hold. */
  async #beyond(
    context: RequestContext,
    ground: RowContext,
    look: Look,
  ): Promise<{ readonly count: number; readonly notes: readonly string[] }> {
    let count = 0;
    const notes: string[] = [];
    let left = Infinity;
    for (const [name, asked] of look.newByFolder) {
      const id = ground.folders.get(name);
      // A folder that is still to be made is empty, and the root one stands for the project.
      const { inFolder, inProject } = await this.room.in(
        context,
        await this.folders.get(context, ground.projectId, id),
        asked,
      );
      left = Math.min(left, inProject.limit - inProject.used);
      const room = Math.max(0, inFolder.limit - (id === undefined ? 0 : inFolder.used));
      if (asked <= room) continue;
      count += asked - room;
      if (notes.length < 5)
        notes.push(
          `${(asked - room).toLocaleString('en')} items find no room in ${name === '' ? 'this place' : `the folder ${name}`}: a folder holds ${inFolder.limit.toLocaleString('en')}. Divide them over several folders.`,
        );
    }
    const asked = [...look.newByFolder.values()].reduce((sum, each) => sum + each, 0);
    if (asked - count > left) {
      notes.push(`${(asked - count - left).toLocaleString('en')} items find no room in the project.`);
      count = asked - left;
    }
    return { count, notes };
  }
}

/** Counts what the rows would do. */
class Look {
  readonly places: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
  readonly problems: RowProblem[] = [];
  readonly newByFolder = new Map<string, number>();
  readonly categories = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  readonly #preview: RowReport['preview'][number][] = [];
  readonly #shown = new Set<string>();
  /** The last row of each name, so that earlier ones are told of. */
  readonly #named = new Map<string, { readonly row: number; readonly column: string }>();
  #problemCount = 0;
  #created = 0;
  #present = 0;
  #refused = 0;
  #repeated = 0;
  #valueless = 0;
  rows = 0;

  constructor(
    private readonly ground: RowContext,
    private readonly choices: RowChoices,
    private readonly most: number,
  ) {
    this.places = placesOf(ground.plan);
    this.faults = mappingProblems(choices.mapping, ground.plan);
  }

  /** The item with what the project has against it. */
  planned(item: PlannedItem): PlannedItem {
    if (item.folder === '') return item;
    const reason = this.ground.inFolder
      ? folderInFolder
      : !this.ground.folders.has(placeKey(item.folder)) && !this.ground.may.folders
        ? noNewFolder
        : undefined;
    const column = Object.keys(this.choices.mapping).find(each => this.choices.mapping[each] === 'folder') ?? '';
    return reason === undefined
      ? item
      : { ...item, refused: true, problems: [...item.problems, { row: item.row, column, reason }] };
  }

  count(item: PlannedItem, present: boolean): void {
    this.rows += 1;
    for (const each of item.problems) this.#tell(each);
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
      this.#tell({ row: before.row, column, reason: `Row ${item.row} has the same name; that one counts.` });
    } else if (present) this.#present += 1;
    else {
      this.#created += 1;
      this.newByFolder.set(folder, (this.newByFolder.get(folder) ?? 0) + 1);
      if (folder !== '' && !this.ground.folders.has(folder) && !this.#folders.has(folder))
        this.#folders.set(folder, folderNameOf(item.folder));
    }
    this.#named.set(key, { row: item.row, column });
    for (const name of item.categories)
      if (!this.categories.has(name.toLowerCase())) this.categories.set(name.toLowerCase(), name);
  }

  notes(newCategories: number): readonly string[] {
    const { ground, choices } = this;
    return [
      ...(ground.plan.byId.size === 0
        ? [
            'The form of this project has no components yet. Build and publish it first, or the rows become items without values.',
          ]
        : []),
      ...(this.rows > 0 && this.#valueless === this.rows - this.#refused && ground.plan.byId.size > 0
        ? ['No column is taken as a component of the form: the items get no values.']
        : []),
      ...(!Object.values(choices.mapping).includes('name')
        ? [`No column is taken as the name: items are called ${choices.prefix}_0001 and so on, by their row.`]
        : []),
      ...(this.categories.size > 0 && ground.categories === 0
        ? ['Categories are left out: item categories are switched off for this project.']
        : []),
      ...(this.categories.size > 0 && ground.categories > 0 && !ground.may.categorize
        ? ["Categories are left out: you don't have the right to set them."]
        : []),
      ...(newCategories > 0 && ground.categories > 0 && ground.may.categorize && !ground.may.categories
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
      components: [...this.ground.plan.byId.values()].flatMap(({ component: { id, label }, component }) =>
        takesValue(component) ? [{ id, label: typeof label === 'string' ? label : '' }] : [],
      ),
      faults: [...this.faults],
      created: this.#created,
      present: this.#present,
      refused: this.#refused,
      repeated: this.#repeated,
      folders: folders.slice(0, TOLD),
      folderCount: folders.length,
      problems: this.problems.slice(0, TOLD),
      problemCount: this.#problemCount,
      preview: this.#preview,
      shown: [...this.#shown],
    };
  }

  #tell(problem: RowProblem): void {
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
