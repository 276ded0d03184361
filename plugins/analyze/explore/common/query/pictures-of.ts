import { pictureFields } from './fields.ts';
import type { TypedExpression, TypedQuery } from './typed-query.ts';

/** A condition on the pictures most like that of an item. */
export type SimilarTerm = Extract<TypedExpression, { kind: 'similar' }>;

/** The terms of a query about the look of pictures. */
export interface PictureTerms {
  /** It compares measures of pictures or looks for duplicates. */
  readonly measured: boolean;
  readonly similar: readonly SimilarTerm[];
}

const measured = new Set<string>(pictureFields);

/** Returns what a query asks about how pictures look. */
export function picturesOf({ condition, order }: TypedQuery): PictureTerms {
  const terms = [condition, ...order.map(each => (each.kind === 'rowCount' ? each.condition : undefined))].flatMap(
    each => (each === undefined ? [] : termsOf(each)),
  );
  return {
    measured: terms.length > 0 || order.some(each => each.kind === 'field' && measured.has(each.field)),
    similar: terms.filter(each => each.kind === 'similar'),
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
      return expression.scope === 'file' && measured.has(expression.field) ? [expression] : [];
    default:
      return [];
  }
}
