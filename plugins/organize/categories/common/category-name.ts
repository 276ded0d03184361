/** Longest name of a category in characters as people count them; longer ones are cut. */
export const categoryNameLimit = 200;

/** A category as it is to be stored: its name, and the text by which it is the same as another. */
export interface CategoryName {
  readonly name: string;
  readonly key: string;
}

/** The name without blanks around it, cut to its limit. */
export function categoryName(given: string): CategoryName {
  const name = [...given.trim()].slice(0, categoryNameLimit).join('').trim();
  return { name, key: name.toLowerCase() };
}

/** Names that differ only in case are one category, and the first spelling is its name. */
export function distinctCategoryNames(given: readonly string[]): readonly CategoryName[] {
  const found = new Map<string, CategoryName>();
  for (const each of given.map(categoryName)) if (!found.has(each.key)) found.set(each.key, each);
  return [...found.values()];
}
