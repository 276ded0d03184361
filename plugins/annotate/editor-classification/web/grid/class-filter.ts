/** The filter of the grid by class: one class, or items of which nothing was said. */
export type ClassFilter = number | 'none' | undefined;

const nothingSaid = 'has_annotations||$eq||false';
const isOurs = (clause: string): boolean => clause === nothingSaid || clause.startsWith('tag_class||');

/** What the clauses of the address say of classes. */
export function classFilter(clauses: readonly string[]): ClassFilter {
  if (clauses.includes(nothingSaid)) return 'none';
  const [, id] = /^tag_class\|\|\$in\|\|(\d+)$/.exec(clauses.find(each => each.startsWith('tag_class||')) ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The clauses with another filter by class; all others stay. */
export function withClassFilter(clauses: readonly string[], filter: ClassFilter): readonly string[] {
  const others = clauses.filter(each => !isOurs(each));
  return filter === undefined ? others : [...others, filter === 'none' ? nothingSaid : `tag_class||$in||${filter}`];
}
