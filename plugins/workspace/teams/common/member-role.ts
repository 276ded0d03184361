/** Roles that can be given to a member: owners are made in other ways. */
export const givenTeamRoles = [4, 7] as const;
export type GivenTeamRole = (typeof givenTeamRoles)[number];

/** Role numbers of the older series that the public client may send: 2 is Admin, 3 Annotator. */
export const isGivenTeamRole = (role: number): role is GivenTeamRole =>
  (givenTeamRoles as readonly number[]).includes(role);
