import { formValues, plainData } from '#plugins/annotations/common/form-values.ts';
import type { AnnotationClass } from '#plugins/classes/common/annotation-class.ts';
import { writeClassesFile } from '#plugins/classes/common/classes-file.ts';
import { isRecord } from '#plugins/editor/common/json-value.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';
import { archivePaths } from '../common/archive-names.ts';
import { csvRow, formCells, formColumns, formLine, itemColumns } from '../common/form-table.ts';
import { TransferReport } from '../common/transfer-report.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';

export interface FormArchiveHead {
  readonly classes: readonly AnnotationClass[];
  /** The form of the project; empty when it has none. */
  readonly form: JsonRecord;
  readonly format: 'csv' | 'jsonl';
}

const REPORT = 'report.txt';

/**
 * Writes the values of a Multimodal project as one table or one line of JSON for each item, with the classes and the form
 * (formats, project files 1; multimodal 3). Answers what the table has no place for, which also stands in a `report.txt` then.
 */
export async function writeFormArchive(source: ExportSource, { classes, form, format }: FormArchiveHead): Promise<readonly string[]> {
  const { zip } = source;
  const now = new Date();
  await zip.add(archivePaths.classes, writeClassesFile(classes), now);
  if (Object.keys(form).length > 0) await zip.add(archivePaths.form, JSON.stringify(form), now);
  const report = new TransferReport();
  const columns = columnsOf(form, classes);
  async function* table(): AsyncGenerator<string> {
    yield csvRow([...itemColumns, ...columns]);
    for await (const item of source.items()) yield csvRow([item.row.name, item.folder, categoryOf(item), ...formCells(formValues(item.document), columns, report)]);
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const item of source.items()) {
      const metadata = isRecord(item.document['metadata']) ? item.document['metadata'] : {};
      yield formLine(metadata, { folder: item.folder, category: categoryOf(item) }, plainData(formValues(item.document)), item.document['comments']);
    }
  }
  if (format === 'csv') await zip.addStream(archivePaths.table, table(), now, true);
  else await zip.addStream(archivePaths.rows, lines(), now, true);
  const lost = report.lines();
  if (lost.length > 0) await zip.add(REPORT, `${lost.join('\n')}\n`, now);
  return lost;
}

const categoryOf = ({ view }: ExportedItem): string | undefined => view.categories[0]?.category_name;

/** Columns by the form, or by the classes a client made from it where no form is stored. */
function columnsOf(form: JsonRecord, classes: readonly AnnotationClass[]): readonly string[] {
  const found = [...new Set(formColumns(form['components']))];
  return found.length > 0 ? found : classes.map(each => each.name);
}
