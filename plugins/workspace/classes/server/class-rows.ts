import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { ClassRow, ClassesTables } from './classes-tables.ts';

/** Classes for statements of other plugins: `classRows.as('class')` in Kysely, `${classRows} as class` in SQL. */
export const classRows = sql.table<ClassRow>('classes.class');

/** Attribute groups of classes for statements of other plugins. */
export const attributeGroupRows =
  sql.table<Selectable<ClassesTables['classes.attribute_group']>>('classes.attribute_group');
