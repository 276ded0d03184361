/**
 * Query keys of items in the browser. All begin with `all`: refetching it refetches every list, count and search of
 * items.
 */
export const itemKeys = {
  all: ['items'],
  filterFields: ['items', 'filter-fields'],
  statuses: ['items', 'statuses'],
  targets: ['items', 'targets'],
  folders: (projectId: number) => ['items', 'folders', projectId],
  folderNames: (projectId: number) => ['items', 'folders', 'names', projectId],
  /** Returns the key of a query of another plugin that goes stale with the items. */
  dependent: (plugin: string, ...parts: readonly unknown[]) => ['items', plugin, ...parts],
} as const;
