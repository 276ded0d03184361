/** Query keys of teams in the browser. All begin with `all`. */
export const teamKeys = {
  all: ['teams'],
  memberColumns: ['teams', 'memberColumns'],
  members: (teamId: number) => ['teams', 'members', teamId],
} as const;
