import { classNaming, createdClasses, importedObjects } from './class-mapping.ts';
import type { ImportChoices, ImportReport } from './import-api.ts';

/** Counts of what an import does. */
export interface ImportForecast {
  readonly created: number;
  readonly replaced: number;
  readonly skipped: number;
  readonly itemsCreated: number;
  readonly classesCreated: number;
  readonly failedCount: number;
  /** Objects that are stored. */
  readonly objects: number;
}

/** Returns what an import with these choices will do, as its result counts it. */
export function forecastOf(report: ImportReport, choices: ImportChoices): ImportForecast {
  const { matched, annotated, empty, creatable, creatableEmpty, missing, unreadable, itemsToCreate } = report;
  const fresh = matched - annotated - empty - unreadable.matched;
  const isReplacing = choices.conflicts === 'replace';
  const isCreating = choices.create_items;
  const naming = classNaming(report.classes, choices);
  const isLeftOut = (at: number): boolean => at >= 0 && naming(report.classes[at]!.name) === undefined;
  const emptied = report.combinations
    .filter(each => each.classes.every(isLeftOut))
    .reduce((sum, each) => sum + each.fresh + (isCreating ? each.creatable : 0), 0);
  return {
    created: fresh + (isCreating ? creatable - creatableEmpty - unreadable.creatable : 0) - emptied,
    replaced: isReplacing ? annotated - unreadable.annotated : 0,
    skipped: empty + (isReplacing ? 0 : annotated) + (isCreating ? creatableEmpty : 0) + emptied,
    itemsCreated: isCreating ? itemsToCreate : 0,
    classesCreated: createdClasses(report, choices).size,
    failedCount:
      missing +
      unreadable.matched +
      (isReplacing ? unreadable.annotated : 0) +
      (isCreating ? unreadable.creatable : creatable),
    objects: report.classes
      .filter(each => naming(each.name) !== undefined)
      .reduce(
        (sum, each) => sum + importedObjects(each, choices),
        importedObjects({ objects: report.unclassed }, choices),
      ),
  };
}
