import { projectRoleName } from '#core/permissions/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { formValues, isRecord, plainData } from '#plugins/annotate/annotations/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { writeClassesFile } from '#plugins/workspace/classes/common/index.ts';
import { FormPlan, readForm } from '#plugins/annotate/form/common/index.ts';
import { approvalStatuses, itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { archivePaths, TransferReport } from '#plugins/exchange/exchange/common/index.ts';
import { categoryValue, countGroupRows, csvRow, formCells, formLine, exportedValues } from '../common/form-table.ts';
import { cellText } from '../common/cell-text.ts';
import type { FormColumn } from '../common/form-columns.ts';
import { columnKey, factColumns, formColumns, itemColumns } from '../common/form-columns.ts';
import type { ExportedItem, ExportSource } from '#plugins/exchange/exchange/server/kit/index.ts';

export interface FormArchiveHead {
  readonly classes: readonly AnnotationClass[];
  /** The form of the project; empty when it has none. */
  readonly form: JsonRecord;
  readonly format: 'csv' | 'jsonl';
}

const REPORT = 'report.txt';

/**
 * Writes the values of a Multimodal project as one table or one line of JSON for each item, with the classes and the
 * form that it was made of. Returns what the table has no place for, which is then also in a `report.txt`.
 */
export async function writeFormArchive(
  source: ExportSource,
  { classes, form, format }: FormArchiveHead,
): Promise<readonly string[]> {
  const { zip } = source;
  const now = new Date();
  await zip.add(archivePaths.classes, writeClassesFile(classes), now);
  if (Object.keys(form).length > 0) await zip.add(archivePaths.form, JSON.stringify(form), now);
  const report = new TransferReport();
  const plan = new FormPlan(readForm(form).components);
  async function* table(): AsyncGenerator<string> {
    const rows = new Map<string, number>();
    // A header comes before the first item, so the rows of groups are counted in a walk of its own.
    if (plan.hasGroups) for await (const item of source.items()) countGroupRows(rows, formValues(item.document));
    const found = formColumns(plan.components, rows);
    const columns = found.length > 0 ? found : classColumns(classes);
    yield csvRow([...itemColumns, ...columns.map(each => each.key), ...factColumns]);
    for await (const item of source.items())
      yield csvRow([
        item.row.name,
        item.folder,
        cellText(categoryOf(item), 'choices'),
        ...formCells(formValues(item.document), columns, plan, report),
        ...factsOf(item),
      ]);
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const item of source.items()) {
      const metadata = isRecord(item.document['metadata']) ? item.document['metadata'] : {};
      yield formLine(
        metadata,
        { folder: item.folder, category: categoryOf(item) },
        plainData(exportedValues(formValues(item.document), plan)),
        item.document['comments'],
      );
    }
  }
  if (format === 'csv') await zip.addStream(archivePaths.table, table(), now, true);
  else await zip.addStream(archivePaths.rows, lines(), now, true);
  const lost = report.lines();
  if (lost.length > 0) await zip.add(REPORT, `${lost.join('\n')}\n`, now);
  return lost;
}

const categoryOf = ({ view }: ExportedItem): string | readonly string[] | undefined =>
  categoryValue(view.categories.map(each => each.category_name));

/** Columns by the classes a client made from a form, where no form is stored. */
const classColumns = (classes: readonly AnnotationClass[]): readonly FormColumn[] =>
  classes.map(({ name }) => ({ key: columnKey([name]), id: name, path: [name], shape: 'any' }));

/** Returns the facts about an item beside its values. Times are UTC. */
function factsOf({ row, view, document }: ExportedItem): readonly string[] {
  // A workflow has names of its own.
  const status = isRecord(document['metadata']) ? document['metadata']['status'] : undefined;
  const people = view.assignments.map(
    each => `${projectRoleName(each.user_role) ?? `Role ${each.user_role}`}: ${each.user_id}`,
  );
  const approval =
    row.approval_status === approvalStatuses.approved
      ? 'Approved'
      : row.approval_status === approvalStatuses.disapproved
        ? 'Disapproved'
        : '';
  return [
    typeof status === 'string' ? status : itemStatusOf(row.annotation_status).name,
    people.join('; '),
    approval,
    view.createdAt,
    view.updatedAt,
  ];
}
