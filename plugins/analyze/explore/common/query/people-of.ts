import type { TypedExpression, TypedQuery } from './typed-query.ts';

/** E-mails that a query names whole in `assignment.email`. */
export function peopleOf({ condition, order }: TypedQuery): readonly string[] {
  return [condition, ...order.map(each => (each.kind === 'rowCount' ? each.condition : undefined))].flatMap(each =>
    each === undefined ? [] : peopleIn(each),
  );
}

function peopleIn(expression: TypedExpression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(peopleIn);
    case 'not':
      return peopleIn(expression.part);
    case 'rows':
    case 'rowCount':
      return expression.condition === undefined ? [] : peopleIn(expression.condition);
    case 'test':
      return expression.scope !== 'assignment' || expression.field !== 'email'
        ? []
        : expression.matches.flatMap(match =>
            match.kind === 'texts' ? match.values : match.kind === 'text' ? [match.value] : [],
          );
    default:
      return [];
  }
}
