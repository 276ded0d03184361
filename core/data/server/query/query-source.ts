import type { RawBuilder, SqlBool } from 'kysely';
import type { FieldKind } from '#core/api/common/index.ts';

/** Place of a field in the database. */
export interface FieldSource {
  readonly kind: FieldKind;
  /** The column or expression; for a relation the column of the related row. */
  readonly value: RawBuilder<unknown>;
  /** The same in lower case where it is stored so, for texts: a part of it is found many times quicker. */
  readonly lowered?: RawBuilder<unknown>;
  /**
   * For to-many relations: an `exists` around a condition on the related row. A positive operator asks for one that
   * matches, a negative one that none does.
   */
  readonly within?: (matching: RawBuilder<SqlBool>) => RawBuilder<SqlBool>;
}

/** The sources of an entity's fields; undefined for a name it has not. */
export type QuerySource = (field: string) => FieldSource | undefined;
