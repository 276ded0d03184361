/**
 * Returns the text about items that lose categories, by how many items each category has; an item of two of them counts
 * twice, hence “up to”.
 */
export function lostItemsText(counts: readonly number[]): string {
  const items = counts.reduce((sum, each) => sum + each, 0);
  if (items === 0) return `No item has ${counts.length === 1 ? 'it' : 'them'}.`;
  const several = counts.filter(each => each > 0).length > 1;
  return `${several ? 'Up to ' : ''}${items.toLocaleString('en')} ${items === 1 ? 'item loses' : 'items lose'} ${counts.length === 1 ? 'it' : 'them'}. This cannot be undone.`;
}
