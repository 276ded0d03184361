/** Query keys of statuses, roles and workflows in the browser. All begin with `all`. */
export const workflowKeys = {
  all: ['workflow'],
  statuses: (teamId: number) => ['workflow', 'statuses', teamId],
  roles: (teamId: number) => ['workflow', 'roles', teamId],
} as const;
