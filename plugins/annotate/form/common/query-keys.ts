/** Query keys of forms in the browser. */
export const formKeys = { roles: (projectId: number) => ['form', 'roles', projectId] } as const;
