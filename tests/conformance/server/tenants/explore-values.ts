/** Values of calls of Explore; `fresh` makes a name that was not used before. */
export const exploreValues = (fresh: (word: string) => string): Readonly<Record<string, () => unknown>> => ({
  ...Object.fromEntries(
    [
      'parse',
      'search',
      'count',
      'findIds',
      'updateItems',
      'searchInstances',
      'countInstances',
      'changeSubset',
      'createSnapshot',
      'splitItems',
      'countFacets',
    ].map(each => [`explore.${each}:query`, () => undefined]),
  ),
  'explore.createSnapshot:name': () => fresh('Sample'),
  'explore.splitItems:parts': () => [
    { name: 'Train', share: 80 },
    { name: 'Test', share: 20 },
  ],
  'explore.splitItems:stratify': () => 'status',
  'explore.splitItems:group': () => 'none',
  'explore.updateInstances:approval': () => 'approved',
  'explore.suggest:query': () => 'metadata(',
  'explore.suggest:caret': () => 9,
  'explore.updateItems:change': () => ({ is_pinned: true }),
  'explore.renameSubset:name': () => fresh('Sample'),
  'explore.createQuery:text': () => 'pinned = true',
});
