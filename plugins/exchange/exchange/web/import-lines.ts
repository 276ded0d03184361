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
  `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? messages.importLines.andMoreCount(names.length - NAMED) : ''}`;

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
  const source = exchangeFormatOf(report.kind) === undefined ? messages.importLines.oneAnnotationFile : thing;
  const bare = skipped - (isReplacing ? 0 : annotated);
  const unreadable = failedCount - missing - (choices.create_items ? 0 : report.creatable);
  const are = (number: number): string => (number === 1 ? 'is' : 'are');
  return [
    ...(created > 0
      ? [
          messages.importLines.willBeAnnotated(
            counted(created, messages.importLines.item),
            replaced,
            counted(objects, messages.importLines.object),
          ),
        ]
      : []),
    ...(replaced > 0
      ? [
          messages.importLines.willHaveAnnotationsReplacedThe(counted(replaced, messages.importLines.item), replaced),
          messages.importLines.willBeImported(counted(objects, messages.importLines.object)),
        ]
      : []),
    ...(annotated > 0 && !isReplacing
      ? [messages.importLines.willStayUnchanged(counted(annotated, messages.importLines.annotatedItem))]
      : []),
    ...(bare > 0 ? [messages.importLines.noAnnotationsToImport(counted(bare, thing), bare)] : []),
    ...(itemsToCreate > 0
      ? [
          choices.create_items
            ? messages.importLines.willBeCreatedFromThe(counted(itemsToCreate, messages.importLines.item), thing)
            : messages.importLines.inTheFileWillBe(counted(itemsToCreate, thing)),
        ]
      : []),
    ...(missing > 0 ? [messages.importLines.withoutAnItemInThis(counted(missing, source), are(missing))] : []),
    ...(unreadable > 0
      ? [
          messages.importLines.cantBeReadAndSkipped(
            counted(unreadable, messages.importLines.oneAnnotationFile),
            are(unreadable),
          ),
        ]
      : []),
    ...(newFolders.length > 0 && choices.create_items
      ? [messages.importLines.willBeCreated(counted(newFolders.length, messages.importLines.folder), named(newFolders))]
      : []),
    ...(classesCreated > 0
      ? [
          messages.importLines.classesWillBeCreated(
            counted(classesCreated, messages.importLines.classText, messages.importLines.classes),
          ),
        ]
      : []),
  ];
}

/** Returns what an import did, a sentence each. */
export function resultLines(result: ImportResult): readonly string[] {
  const { created, replaced, skipped, itemsCreated, classesCreated, objects } = result;
  return [
    ...(created > 0 ? [messages.importLines.itemsAnnotated(counted(created, messages.importLines.item))] : []),
    ...(replaced > 0
      ? [messages.importLines.annotationsOfCountedReplaced(counted(replaced, messages.importLines.item))]
      : []),
    ...(objects > 0 ? [messages.importLines.objectsImported(counted(objects, messages.importLines.object))] : []),
    ...(skipped > 0 ? [messages.importLines.itemsUnchanged(counted(skipped, messages.importLines.item))] : []),
    ...(itemsCreated > 0 ? [messages.importLines.itemsCreated(counted(itemsCreated, messages.importLines.item))] : []),
    ...(classesCreated > 0
      ? [
          messages.importLines.classesCreated(
            counted(classesCreated, messages.importLines.classText, messages.importLines.classes),
          ),
        ]
      : []),
  ];
}

/** Returns what undoing an import did, a sentence each. */
export function undoLines(result: ImportUndoResult): readonly string[] {
  const { restored, itemsDeleted, classesDeleted, foldersDeleted } = result;
  return [
    ...(restored > 0
      ? [messages.importLines.restoredToTheAnnotationsBefore(counted(restored, messages.importLines.item))]
      : []),
    ...(itemsDeleted > 0
      ? [messages.importLines.createdItemsDeleted(counted(itemsDeleted, messages.importLines.createdItem))]
      : []),
    ...(classesDeleted > 0
      ? [
          messages.importLines.createdClassesDeleted(
            counted(classesDeleted, messages.importLines.createdClass, messages.importLines.createdClasses),
          ),
        ]
      : []),
    ...(foldersDeleted > 0
      ? [messages.importLines.createdFoldersDeleted(counted(foldersDeleted, messages.importLines.createdFolder))]
      : []),
  ];
}
