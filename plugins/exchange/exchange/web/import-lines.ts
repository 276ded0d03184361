import { exchangeFormatIds, exchangeFormatOf, exchangeFormats, subjectOf } from '../common/exchange/format-table.ts';
import type { ExchangeFormatId } from '../common/exchange/format-table.ts';
import type { ImportChoices, ImportKind, ImportReport, ImportResult, ImportUndoResult } from '../common/import-api.ts';
import { forecastOf } from '../common/import-forecast.ts';
import { messages } from './messages.ts';

/** Names of the kinds of files. */
export const kindTitles: Readonly<Record<ImportKind, string>> = {
  archive: messages.importLines.loupeOrSuperannotateArchive,
  document: messages.importLines.annotationFile,
  coco: messages.importLines.cocoFile,
  'coco-archive': messages.importLines.cocoWithImages,
  classes: messages.importLines.classList,
  ...(Object.fromEntries(exchangeFormatIds.map(id => [id, exchangeFormats[id].title])) as Readonly<
    Record<ExchangeFormatId, string>
  >),
};

/** Names shown before "and n more". */
const NAMED = 8;

const named = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`;

/** Returns a number with its noun. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Returns what the items of a file are made of. */
export function thingOf(kind: ImportKind): 'image' | 'text' | 'video' | 'scan' {
  const subject = exchangeFormatOf(kind) === undefined ? 'picture' : subjectOf(kind as ExchangeFormatId);
  return subject === 'picture' ? 'image' : subject;
}

/** Returns what an import will do, a sentence each; empty for a file that holds nothing to import. */
export function previewLines(report: ImportReport, choices: ImportChoices): readonly string[] {
  const { annotated, itemsToCreate, missing, newFolders } = report;
  const { created, replaced, objects, skipped, failedCount, classesCreated } = forecastOf(report, choices);
  const isReplacing = choices.conflicts === 'replace';
  const thing = thingOf(report.kind);
  // One file of another tool may hold the annotations of many images.
  const source = exchangeFormatOf(report.kind) === undefined ? 'annotation file' : thing;
  const bare = skipped - (isReplacing ? 0 : annotated);
  const unreadable = failedCount - missing - (choices.create_items ? 0 : report.creatable);
  const are = (number: number): string => (number === 1 ? 'is' : 'are');
  return [
    ...(created > 0
      ? [`${counted(created, 'item')} will be annotated${replaced > 0 ? '' : ` (${counted(objects, 'object')})`}.`]
      : []),
    ...(replaced > 0
      ? [
          `${counted(replaced, 'item')} will have ${replaced === 1 ? 'its' : 'their'} annotations replaced; the current ones stay as a version.`,
          `${counted(objects, 'object')} will be imported.`,
        ]
      : []),
    ...(annotated > 0 && !isReplacing ? [`${counted(annotated, 'annotated item')} will stay unchanged.`] : []),
    ...(bare > 0 ? [`${counted(bare, thing)} ${bare === 1 ? 'has' : 'have'} no annotations to import.`] : []),
    ...(itemsToCreate > 0
      ? [
          choices.create_items
            ? `${counted(itemsToCreate, 'item')} will be created from the ${thing}s in the file.`
            : `${counted(itemsToCreate, thing)} in the file will be skipped.`,
        ]
      : []),
    ...(missing > 0 ? [`${counted(missing, source)} without an item in this project ${are(missing)} skipped.`] : []),
    ...(unreadable > 0
      ? [`${counted(unreadable, 'annotation file')} can’t be read and ${are(unreadable)} skipped.`]
      : []),
    ...(newFolders.length > 0 && choices.create_items
      ? [`${counted(newFolders.length, 'folder')} will be created: ${named(newFolders)}.`]
      : []),
    ...(classesCreated > 0 ? [`${counted(classesCreated, 'class', 'classes')} will be created.`] : []),
  ];
}

/** Returns what an import did, a sentence each. */
export function resultLines(result: ImportResult): readonly string[] {
  const { created, replaced, skipped, itemsCreated, classesCreated, objects } = result;
  return [
    ...(created > 0 ? [`${counted(created, 'item')} annotated`] : []),
    ...(replaced > 0 ? [messages.importLines.annotationsOfCountedReplaced(counted(replaced, 'item'))] : []),
    ...(objects > 0 ? [`${counted(objects, 'object')} imported`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'item')} unchanged`] : []),
    ...(itemsCreated > 0 ? [`${counted(itemsCreated, 'item')} created`] : []),
    ...(classesCreated > 0 ? [`${counted(classesCreated, 'class', 'classes')} created`] : []),
  ];
}

/** Returns what undoing an import did, a sentence each. */
export function undoLines(result: ImportUndoResult): readonly string[] {
  const { restored, itemsDeleted, classesDeleted, foldersDeleted } = result;
  return [
    ...(restored > 0 ? [`${counted(restored, 'item')} restored to the annotations before the import`] : []),
    ...(itemsDeleted > 0 ? [`${counted(itemsDeleted, 'created item')} deleted`] : []),
    ...(classesDeleted > 0 ? [`${counted(classesDeleted, 'created class', 'created classes')} deleted`] : []),
    ...(foldersDeleted > 0 ? [`${counted(foldersDeleted, 'created folder')} deleted`] : []),
  ];
}
