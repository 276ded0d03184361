import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Fault } from '#core/base/common/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { Categories } from '#plugins/organize/categories/server/kit/index.ts';
import { Folders, ItemQuota } from '#plugins/workspace/items/server/kit/index.ts';
import { usesPayload } from '../common/form-table.ts';
import { columnPattern } from '../common/form-columns.ts';
import { plannedItem, shownValue } from '../common/planned-item.ts';
import type { PlannedItem, RowProblem } from '../common/planned-item.ts';
import { fullMapping, guessMapping } from '../common/row-mapping.ts';
import { rowChunk, rowLimit } from '../common/rows-api.ts';
import type { RowChoices, RowReport } from '../common/rows-api.ts';
import { itemKey } from '#plugins/exchange/exchange/server/kit/index.ts';
import { ProjectContents } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { RowFile } from './row-file.ts';
import { placeKey } from './row-context.ts';
import type { RowContext } from './row-context.ts';
import { listedLimit, RowTally } from './row-tally.ts';

/** Columns of a file at most. */
const MOST_COLUMNS = 2000;

/** Findings in the rows, with every problem for the report. */
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
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(Categories) @optional() private readonly categories: Categories | undefined,
  ) {}

  /**
   * `chosen` is how a person wants it; guessed by the names of the columns when absent.
   * @throws Fault what reading the file throws, TOO_LARGE.
   */
  async run(
    run: JobRun,
    context: RequestContext,
    target: RowContext,
    file: RowFile,
    chosen: RowChoices | undefined,
    most: number,
  ): Promise<RowFindings> {
    const { plan } = target;
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
        ? guessMapping(inOrder, plan, usesPayload(target.form.components) ? 'payload' : 'ignore')
        : fullMapping(inOrder, chosen.mapping);
    const choices: RowChoices = {
      whole_row: false,
      prefix: 'Item',
      existing: 'skip',
      refused: 'row',
      ...chosen,
      mapping,
    };
    const tally = new RowTally(target, choices, most);
    if (tally.faults.length === 0) {
      let page: PlannedItem[] = [];
      const flush = async (): Promise<void> => {
        const found = await this.contents.itemsByName(
          context,
          target.folders,
          page.filter(each => !each.refused).map(each => ({ folder: placeKey(each.folder), name: each.name })),
        );
        for (const item of page) tally.count(item, found.has(itemKey(placeKey(item.folder), item.name)));
        run.progress(
          rows + tally.rows,
          rows * 2,
          `${tally.rows.toLocaleString('en')} of ${rows.toLocaleString('en')} rows looked through`,
        );
        page = [];
      };
      for await (const record of file.rows()) {
        run.signal.throwIfAborted();
        page.push(
          tally.planned(
            plannedItem(
              record,
              { mapping, wholeRow: choices.whole_row, prefix: choices.prefix, refused: choices.refused },
              plan,
              tally.places,
            ),
          ),
        );
        if (page.length >= rowChunk) await flush();
      }
      await flush();
    }
    const known =
      target.categories === 0 || this.categories === undefined
        ? new Set<string>()
        : new Set(
            (await this.categories.list(context, target.projectId, { offset: 0, limit: 10_000 })).data.map(each =>
              each.name.toLowerCase(),
            ),
          );
    const newCategories = [...tally.categories].filter(([key]) => !known.has(key)).map(([, name]) => name);
    const beyond = await this.#beyond(context, target, tally);
    return {
      choices,
      problems: tally.problems,
      report: {
        ...tally.report(
          file.kind,
          rows,
          inOrder.map(name => ({ name, example: columns.get(name) ?? '' })),
        ),
        beyond: beyond.count,
        categories: target.categories === 0 ? [] : newCategories.slice(0, listedLimit),
        categoryCount: target.categories === 0 ? 0 : newCategories.length,
        notes: [...beyond.notes, ...tally.notes(newCategories.length)],
      },
    };
  }

  /** Items beyond what folders and the project hold. */
  async #beyond(
    context: RequestContext,
    target: RowContext,
    tally: RowTally,
  ): Promise<{ readonly count: number; readonly notes: readonly string[] }> {
    let count = 0;
    const notes: string[] = [];
    let left = Infinity;
    for (const [name, asked] of tally.newByFolder) {
      const id = target.folders.get(name);
      // A folder that does not exist yet is empty, and the root one means the project.
      const { inFolder, inProject, inPlan } = await this.quota.in(
        context,
        await this.folders.get(context, target.projectId, id),
        asked,
      );
      left = Math.min(
        left,
        ...[inProject, ...(inPlan === undefined ? [] : [inPlan])].map(each => each.limit - each.used),
      );
      const remaining = Math.max(0, inFolder.limit - (id === undefined ? 0 : inFolder.used));
      if (asked <= remaining) continue;
      count += asked - remaining;
      if (notes.length < 5)
        notes.push(
          `${(asked - remaining).toLocaleString('en')} items find no remaining in ${name === '' ? 'this place' : `the folder ${name}`}: a folder holds ${inFolder.limit.toLocaleString('en')}. Divide them over several folders.`,
        );
    }
    const asked = [...tally.newByFolder.values()].reduce((sum, each) => sum + each, 0);
    if (asked - count > left) {
      notes.push(`${(asked - count - left).toLocaleString('en')} items find no remaining in the project.`);
      count = asked - left;
    }
    return { count, notes };
  }
}
