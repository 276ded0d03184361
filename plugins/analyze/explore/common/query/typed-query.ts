import type { CompareOperator, Quantifier } from './expression.ts';
import type { FieldKind, FieldScope } from './fields.ts';

/** Condition on a value. Folded text is in lower case already. */
export type Match =
  | { readonly kind: 'missing' }
  | { readonly kind: 'ids'; readonly ids: readonly (number | string)[] }
  | { readonly kind: 'number'; readonly operator: CompareOperator; readonly value: number }
  | { readonly kind: 'text'; readonly operator: CompareOperator; readonly value: string }
  | { readonly kind: 'texts'; readonly values: readonly string[] }
  | { readonly kind: 'between'; readonly low: number | string; readonly high: number | string }
  | { readonly kind: 'contains' | 'starts' | 'ends'; readonly text: string }
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'span'; readonly from?: Date; readonly to?: Date };

/** A comparison whose names are known. It holds when one of `matches` does, or none when `negated`. */
export interface Test {
  readonly kind: 'test';
  readonly scope: FieldScope;
  readonly field: string;
  readonly valueKind: FieldKind;
  readonly matches: readonly Match[];
  readonly negated: boolean;
  /** Attributes: those of these groups only. */
  readonly groupIds?: readonly number[];
  /** Attributes: chosen ones of the name that is compared with. */
  readonly attributeIds?: readonly number[];
}

/** Rows that belong to items. */
export interface Source {
  readonly scope: Exclude<FieldScope, 'metadata' | 'file'>;
  /** Instances of one kind. */
  readonly instanceKind?: 'object' | 'tag' | 'relationship' | 'event' | 'entity';
  /** Assignments in these roles. */
  readonly roles?: readonly number[];
  /** The component or custom field. */
  readonly name?: string;
}

/**
 * Something to find alike: an item or, with a position, one of its objects; words by their meaning; a `text` as it is
 * written; or `diverse` for pictures that differ most from each other.
 */
export type SimilarTo =
  | { readonly itemId: number; readonly position?: number }
  | { readonly words: string }
  | { readonly text: string }
  | { readonly diverse: true };

/** A condition whose names are known, ready to be planned. */
export type TypedExpression =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TypedExpression[] }
  | { readonly kind: 'not'; readonly part: TypedExpression }
  | {
      readonly kind: 'rows';
      readonly source: Source;
      readonly quantifier: Quantifier;
      readonly condition: TypedExpression | undefined;
    }
  | {
      readonly kind: 'rowCount';
      readonly source: Source;
      readonly condition: TypedExpression | undefined;
      readonly operator: CompareOperator;
      readonly amount: number;
    }
  | {
      readonly kind: 'pair';
      readonly relation: 'overlaps' | 'within';
      readonly first: TypedExpression;
      readonly second: TypedExpression;
      readonly share: number;
    }
  | { readonly kind: 'bookmarked' }
  /** The `count` pictures most like that of an item, the objects most like one, or the pictures that fit words best. */
  | { readonly kind: 'similar'; readonly to: SimilarTo; readonly count: number }
  /** Pictures whose hashes share at least this part of their bits with that of an item. */
  | { readonly kind: 'duplicate'; readonly itemId: number; readonly share: number }
  | Test;

export type TypedOrder =
  | { readonly kind: 'field'; readonly field: string; readonly descending: boolean }
  | { readonly kind: 'custom'; readonly name: string; readonly descending: boolean }
  | {
      readonly kind: 'rowCount';
      readonly source: Source;
      readonly condition: TypedExpression | undefined;
      readonly descending: boolean;
    };

export interface TypedQuery {
  readonly condition: TypedExpression | undefined;
  readonly order: readonly TypedOrder[];
  readonly limit?: { readonly count: number; readonly offset: number };
  readonly random?: { readonly count: number; readonly seed?: number };
}

/** True when the condition holds for a row that is not there, all of whose values are missing. */
export function holdsWhenMissing(condition: TypedExpression): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every(holdsWhenMissing);
    case 'or':
      return condition.parts.some(holdsWhenMissing);
    case 'not':
      return !holdsWhenMissing(condition.part);
    case 'test':
      return condition.matches.some(each => each.kind === 'missing') !== condition.negated;
    default:
      return false;
  }
}
