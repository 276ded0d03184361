import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { AgreementTables } from './agreement-tables.ts';

/** Agreement on items, for statements of other plugins: `${agreedItemRows} as kept` in SQL. */
export const agreedItemRows = sql.table<Selectable<AgreementTables['agreement.item']>>('agreement.item');

/** The copies that people annotate of items, for statements of other plugins: `${workRows} as copy` in SQL. */
export const workRows = sql.table<Selectable<AgreementTables['agreement.work']>>('agreement.work');
