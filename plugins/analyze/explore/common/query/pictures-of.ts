import { pictureFields } from './fields.ts';
import type { TypedExpression, TypedQuery } from './typed-query.ts';

/** A condition on the pictures most like that of an item. */
export type SimilarTerm = Extract<TypedExpression, { kind: 'similar' }>;

/** The terms of a query about the look of pictures and the words of texts. */
export interface PictureTerms {
  /** It compares measures of pictures or looks for duplicates. */
  readonly measured: boolean;
  readonly similar: readonly SimilarTerm[];
  /** It compares pictures or labels of objects with those of neighbours. */
  readonly neighbours: boolean;
  /** It compares texts of items or parts of them. */
  readonly texts: boolean;
}

const measured = new Set<string>(pictureFields);
/** Fields that a model measures. */
const byNeighbours: ReadonlySet<string> = new Set(['labelDoubt', 'oddness']);

const readsText = ({ scope, field }: { readonly scope?: string; readonly field: string }): boolean =>
  field === 'freeText' || (scope === 'instance' && field === 'text');

/** Returns what a query asks about how pictures look and what texts contain. */
export function picturesOf({ condition, order }: TypedQuery): PictureTerms {
  const terms = [condition, ...order.map(each => (each.kind === 'rowCount' ? each.condition : undefined))].flatMap(
    each => (each === undefined ? [] : termsOf(each)),
  );
  return {
    measured:
      terms.some(each => each.kind === 'duplicate' || (each.kind === 'test' && measured.has(each.field))) ||
      order.some(each => each.kind === 'field' && measured.has(each.field)),
    similar: terms.filter(each => each.kind === 'similar'),
    neighbours:
      terms.some(each => each.kind === 'test' && byNeighbours.has(each.field)) ||
      order.some(each => each.kind === 'field' && byNeighbours.has(each.field)),
    texts:
      terms.some(each => each.kind === 'test' && readsText(each)) ||
      order.some(each => each.kind === 'field' && readsText(each)),
  };
}

/** The conditions on pictures within a condition. */
function termsOf(expression: TypedExpression): readonly TypedExpression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(termsOf);
    case 'not':
      return termsOf(expression.part);
    case 'similar':
    case 'duplicate':
      return [expression];
    case 'test':
      return (expression.scope === 'file' && measured.has(expression.field)) ||
        byNeighbours.has(expression.field) ||
        readsText(expression)
        ? [expression]
        : [];
    case 'rows':
    case 'rowCount':
      return expression.condition === undefined ? [] : termsOf(expression.condition);
    default:
      return [];
  }
}
