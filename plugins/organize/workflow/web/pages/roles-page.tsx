import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { TeamRoleRow } from '../../common/vocabulary-api.ts';
import { messages } from '../messages.ts';
import { RoleDialog, rolePermissions } from '../role-dialog.tsx';
import { useTeamRoles } from '../use-team-words.ts';
import { WordsPage } from '../words-page.tsx';
import { WorkflowAdmin } from '../workflow-admin.ts';

/** System roles have fixed rights, shown in a word. */
function permissionsText(row: TeamRoleRow): string {
  if (row.isAdmin) return messages.rolesPage.everythingInTheProject;
  if (row.type === 'system')
    return row.id === 1 ? messages.rolesPage.revertChanges : messages.rolesPage.approvePinComments;
  return (
    row.rolePermissions
      .map(each => rolePermissions.find(permission => permission.id === each.permission_id)?.name ?? '')
      .join(', ') || messages.rolesPage.noneBeyondAnnotating
  );
}

/** Roles of which workflows of the team are made. */
export default function RolesPage(): JSX.Element {
  const { words } = useService(WorkflowAdmin);
  return (
    <WordsPage
      noun="role"
      plural="roles"
      list={useTeamRoles()}
      column={messages.rolesPage.permissions}
      icon={() => <Icon name="shield" />}
      always={row => (row.isAdmin ? messages.rolesPage.everyWorkflow : undefined)}
      cell={row => (
        <Text key="permissions" size="sm" lineClamp={2} title={permissionsText(row)}>
          {permissionsText(row)}
        </Text>
      )}
      cure={messages.rolesPage.takeItOut}
      hint={messages.rolesPage.rolesOfTheSystemServe}
      remove={row => words.deleteRole({ params: { id: row.id } })}
      Dialog={RoleDialog}
    />
  );
}
