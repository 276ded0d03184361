/** Query keys of teams in the browser. All begin with `all`. */
export const teamKeys = {
  all: ['teams'],
  memberColumns: ['teams', 'memberColumns'],
  roles: (teamId: number) => ['teams', 'roles', teamId],
  members: (teamId: number) => ['teams', 'members', teamId],
  invitations: (teamId: number) => ['teams', 'invitations', teamId],
  settings: (teamId: number) => ['teams', 'settings', teamId],
  picture: (teamId: number) => ['teams', 'picture', teamId],
} as const;
