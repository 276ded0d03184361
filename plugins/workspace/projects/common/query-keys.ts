/**
 * Query keys of projects in the browser. All begin with `all`: refetching it refetches every list and detail of
 * projects.
 */
export const projectKeys = {
  all: ['projects'],
  details: ['projects', 'project'],
  columns: ['projects', 'columns'],
  newProjectParts: ['projects', 'newProjectParts'],
  workflows: ['projects', 'workflows'],
  names: (name: string) => ['projects', 'names', name],
  settings: (projectId: number) => ['projects', 'settings', projectId],
  roles: (projectId: number | undefined) => ['projects', 'roles', projectId],
  contributors: (projectId: number) => ['projects', 'contributors', projectId],
  /** Returns the key of a query of another plugin that goes stale with the projects. */
  dependent: (plugin: string, ...parts: readonly unknown[]) => ['projects', plugin, ...parts],
} as const;
