import { actionGroups, groupContains } from './action-groups.ts';
import type { ActionGroup } from './action-groups.ts';
import type { Action } from './actions.ts';
import type { FeatureSwitches } from './features.ts';

/** Rights at one level as calls send them: single actions, and groups of several. */
export interface Access {
  readonly actions: readonly string[];
  readonly action_groups: readonly string[];
}

/** All that is known about the caller's rights: with the team, per project and per folder when one is open. */
export interface Grants {
  readonly team?: Access | undefined;
  readonly project?: Access | undefined;
  readonly folder?: Access | undefined;
  /** Rights of the person that hang on no team. */
  readonly platform?: Access | undefined;
  /** The member list marks the caller as paused. */
  readonly paused?: boolean | undefined;
  /** Feature switches of the organization; a missing one is on. */
  readonly features?: FeatureSwitches | undefined;
}

/** True when one of the names is held itself or inside a group. Unknown names are ignored. */
export function holds(access: Access | undefined, ...names: readonly string[]): boolean {
  if (!access) return false;
  return names.some(
    name =>
      access.actions.includes(name) || access.action_groups.some(group => group === name || groupContains(group, name)),
  );
}

/** True when the action is held at any level. */
export const holdsAnywhere = (grants: Grants, action: Action | ActionGroup): boolean =>
  holds(grants.platform, action) ||
  holds(grants.team, action) ||
  holds(grants.project, action) ||
  holds(grants.folder, action);

/** Actions as an access: sorted, once each, with the name of every group that is held as a whole. */
export function toAccess(actions: Iterable<Action>): Access {
  const held = new Set<Action>(actions);
  const groups = (Object.keys(actionGroups) as ActionGroup[]).filter(group =>
    actionGroups[group].every(action => held.has(action)),
  );
  return { actions: [...held].toSorted(), action_groups: groups };
}
