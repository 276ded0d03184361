import type { RuleView } from './api.ts';

const LIMITS: Readonly<Record<string, string>> = {
  ownGroup: 'only people of their own group',
  own: 'only their own',
  notOwner: 'but not for the owner',
  fieldAccess: 'for the fields that name the person',
  perApp: 'for the apps that name the role',
  projectAdmin: 'as Project Admin of a project, when given there',
  ownRole: 'only people of the same role',
  visibleItems: 'only items that the role sees',
  ownComments: 'only their own comments',
  ownData: 'only their own data',
};

const STATES: Readonly<Record<string, readonly [allowed: string, denied: string]>> = {
  categories: ['The project uses item categories', 'The project uses no item categories'],
  download: ['The project lets its members download', 'The project does not let its members download'],
  paused: ['The person is paused in the project', 'The person is not paused in the project'],
  start: ['The role sees the start status of the workflow', 'The role does not see the start status of the workflow'],
  'in-progress': ['The role sees items in progress', 'The role does not see items in progress'],
};

/** Names of the roles that a rule speaks of. */
export interface RoleNames {
  readonly team: string;
  /** The role that the team made; null for people without one. */
  readonly custom: string | null;
  readonly project: string | null;
}

const limited = (text: string, limit: string | undefined, allowed: boolean): string =>
  allowed && limit !== undefined ? `${text}, ${LIMITS[limit] ?? limit}` : text;

const deniedBy = ({ team, custom }: RoleNames): string => (custom === null ? team : `${team} or ${custom}`);

/** Returns the rule of a right as a sentence without a full stop. */
export function ruleText(rule: RuleView, allowed: boolean, roles: RoleNames): string {
  switch (rule.kind) {
    case 'switch':
      return `The feature “${(rule.feature ?? '').replaceAll('_', ' ')}” is switched off for the organization`;
    case 'team-role':
      return limited(allowed ? `Role ${roles.team}` : `Not part of the role ${deniedBy(roles)}`, rule.limit, allowed);
    case 'project-role': {
      const name = roles.project ?? '';
      return limited(allowed ? `Project role ${name}` : `Not part of the project role ${name}`, rule.limit, allowed);
    }
    case 'granted':
      return `Given: “${rule.permission}” in the ${rule.level}`;
    case 'not-granted':
      return `“${rule.permission}” was not given in the ${rule.level}`;
    case 'custom-role':
      return `Custom team role ${rule.role}`;
    case 'role-box':
      return allowed
        ? `The project role has “${rule.permission}” ticked`
        : `The project role does not have “${rule.permission}” ticked`;
    case 'project-state':
      return STATES[rule.state ?? '']?.[allowed ? 0 : 1] ?? '';
    case 'team-admin':
      return allowed ? 'Team Admins hold it in every project' : 'Only Team Admins hold it';
    case 'no-project':
      return 'The person is not in the project';
    case 'provider-domain':
      return 'Only for organizations on the domain of who runs Loupe';
    case 'plugin':
      return allowed ? 'Given by a plugin' : 'Taken away by a plugin';
  }
}
