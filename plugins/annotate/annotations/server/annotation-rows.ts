import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { AnnotationTables } from './annotation-tables.ts';

/**
 * Current annotations for statements of other plugins: `annotationRows.as('kept')` in Kysely,
 * `${annotationRows} as kept` in SQL.
 */
export const annotationRows =
  sql.table<Selectable<AnnotationTables['annotations.annotation']>>('annotations.annotation');

/** Kept versions of annotations for statements of other plugins. */
export const annotationVersionRows = sql.table<Selectable<AnnotationTables['annotations.annotation_version']>>(
  'annotations.annotation_version',
);
