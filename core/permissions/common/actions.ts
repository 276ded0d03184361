import { folderActionTable, projectActionTable } from './project-action-table.ts';
import type { FolderAction, ProjectAction } from './project-action-table.ts';
import { teamActionTable } from './team-action-table.ts';
import type { TeamAction } from './team-action-table.ts';

/**
 * Actions that hang on the person and not on a team: `UseAccount` every signed-in person, `ManageOrganization` the
 * organization's owner.
 */
export const platformActions = ['UseAccount', 'ManageOrganization'] as const;
export type PlatformAction = (typeof platformActions)[number];

/** Every name a manifest, an operation or a command may ask for. */
export type Action = PlatformAction | TeamAction | ProjectAction | FolderAction;

export const teamActionNames: readonly TeamAction[] = teamActionTable.flatMap(row => [...row.actions]);
export const projectActionNames: readonly ProjectAction[] = projectActionTable.flatMap(row => [...row.actions]);
export const folderActionNames: readonly FolderAction[] = folderActionTable.flatMap(row => [...row.actions]);

/** Every action once. */
export const actionNames: readonly Action[] = [
  ...new Set<Action>([...platformActions, ...teamActionNames, ...projectActionNames, ...folderActionNames]),
];

const known: ReadonlySet<string> = new Set(actionNames);

/** True for the name of an action; names of newer servers are unknown and ignored. */
export const isAction = (name: string): name is Action => known.has(name);
