import { clauseText, oneOf, readClause } from '#core/api/common/index.ts';

/** The filter of the grid by class: one class, or items of which nothing was said. */
export type ClassFilter = number | 'none' | undefined;

const nothingSaid = clauseText({ field: 'has_annotations', operator: '$eq', values: ['false'] });
const isOurs = (clause: string): boolean => clause === nothingSaid || readClause(clause)?.field === 'tag_class';

/** Returns the filter of classes in the clauses of the address. */
export function classFilter(clauses: readonly string[]): ClassFilter {
  if (clauses.includes(nothingSaid)) return 'none';
  const asked = clauses.map(readClause).find(each => each?.field === 'tag_class' && each.operator === '$in');
  return asked?.values.length === 1 && /^\d+$/.test(asked.values[0]!) ? Number(asked.values[0]) : undefined;
}

/** The clauses with another filter by class; all others stay. */
export function withClassFilter(clauses: readonly string[], filter: ClassFilter): readonly string[] {
  const others = clauses.filter(each => !isOurs(each));
  return filter === undefined ? others : [...others, filter === 'none' ? nothingSaid : oneOf('tag_class', [filter])];
}
