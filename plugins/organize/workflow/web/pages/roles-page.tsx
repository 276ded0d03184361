import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { TeamRoleRow } from '../../common/vocabulary-api.ts';
import { RoleDialog, rolePermissions } from '../role-dialog.tsx';
import { useTeamRoles } from '../use-team-words.ts';
import { WordsPage } from '../words-page.tsx';
import { WorkflowAdmin } from '../workflow-admin.ts';

/** System roles have fixed rights, told in a word. */
function permissionsText(row: TeamRoleRow): string {
  if (row.isAdmin) return 'Everything in the project';
  if (row.type === 'system') return row.id === 1 ? 'Revert changes' : 'Approve, pin, comments';
  return (
    row.rolePermissions
      .map(each => rolePermissions.find(permission => permission.id === each.permission_id)?.name ?? '')
      .join(', ') || 'None beyond annotating'
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
      column="Permissions"
      icon={() => <Icon name="shield" />}
      always={row => (row.isAdmin ? 'Every workflow' : undefined)}
      cell={row => (
        <Text key="permissions" size="sm" lineClamp={2} title={permissionsText(row)}>
          {permissionsText(row)}
        </Text>
      )}
      cure="Take it out of the workflows and give people and groups another role first."
      hint="The roles of the system serve most teams. Add your own for people who do a step of their own."
      remove={row => words.deleteRole({ params: { id: row.id } })}
      Dialog={RoleDialog}
    />
  );
}
