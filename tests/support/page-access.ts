import type { Manifest } from '#core/kernel/common/index.ts';
import { projectActions, teamActions, teamRoles } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';

const manifests = import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true });

/** A page that a bundled plugin declares. */
export interface DeclaredPage {
  /** Its plugin and name, for example `items data`. */
  readonly name: string;
  /** Its address, with parameters such as `:teamId`. */
  readonly path: string;
  /** The right it asks for, or a word for those who need none. */
  readonly access: string;
}

/** Every page of the bundled plugins. */
export const declaredPages: readonly DeclaredPage[] = Object.values(manifests).flatMap(({ default: manifest }) =>
  Object.entries(manifest.routes ?? {}).map(([name, { path, access }]) => ({
    name: `${manifest.id} ${name}`,
    path,
    access,
  })),
);

/** The rights of a person in a team and in one of its projects. */
export interface PageRights {
  readonly teamRole: TeamRole;
  readonly projectRole: number;
  readonly superAdmin: boolean;
}

/** The roles of a team and a project whose pages differ; the owner is a super-admin too. */
export const pageRoles = {
  owner: { teamRole: teamRoles.teamOwner, projectRole: 3, superAdmin: true },
  'team admin': { teamRole: teamRoles.teamAdmin, projectRole: 3, superAdmin: false },
  'project admin': { teamRole: teamRoles.contributor, projectRole: 3, superAdmin: false },
  annotator: { teamRole: teamRoles.contributor, projectRole: 1, superAdmin: false },
  QA: { teamRole: teamRoles.contributor, projectRole: 2, superAdmin: false },
} as const satisfies Readonly<Record<string, PageRights>>;

/** Returns whether the tables of rights let somebody of the team open a page. */
export function mayOpen(access: string, { teamRole, projectRole: role, superAdmin }: PageRights): boolean {
  if (access === 'super-admin') return superAdmin;
  if (['public', 'signed-in', 'team-member'].includes(access)) return true;
  if (access === 'ManageOrganization') return superAdmin || teamRole === teamRoles.organizationOwner;
  return [...teamActions({ role: teamRole }), ...projectActions({ role, teamRole })].some(action => action === access);
}
