import { MultiSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { projectRoleLabel, projectRoles } from '#core/permissions/common/index.ts';
import { DialogForm, errorText, Modal, toast } from '#core/ui/web/index.ts';
import { teamKeys, teamsApi } from '#plugins/workspace/teams/common/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import type { Contributor, ProjectRole } from '../common/project.ts';
import { messages } from './messages.ts';
import { ProjectsClient } from './projects-client.ts';

interface ShareDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly projectId: number;
  readonly contributors: readonly Contributor[];
  readonly roles: readonly ProjectRole[];
}

/** Gives team members a role in the project. */
export function ShareDialog(props: ShareDialogProps): JSX.Element {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={messages.shareDialog.shareProject} size="md">
      {props.opened ? <ShareForm {...props} /> : undefined}
    </Modal>
  );
}

function ShareForm({ onClose, projectId, contributors, roles }: ShareDialogProps): JSX.Element {
  const calls = useService(ProjectsClient);
  const transport = useService(Transport);
  const queries = useQueryClient();
  const team = useTeam();
  const givesAdmin = useCan('ManageProjectAdminPermissions');
  const invites = useCan('InviteTeamUser');
  const [emails, setEmails] = useState<string[]>([]);
  const [role, setRole] = useState<string>(String(projectRoles.annotator));
  const members = useQuery({
    queryKey: teamKeys.members(team.id),
    queryFn: () => client(teamsApi, transport).listMembers({ query: { limit: 2000 } }),
  });
  const inProject = new Set(contributors.map(each => each.email));
  const free = (members.data?.data ?? []).filter(each => !inProject.has(each.email));

  const submit = async (): Promise<void> => {
    const { invalidUsers } = await calls.contributors.shareProject({
      params: { project_id: projectId },
      body: { users: emails.map(email => ({ user_id: email, user_role: Number(role) })) },
    });
    await queries.invalidateQueries({ queryKey: projectKeys.all });
    const shared = emails.length - invalidUsers.length;
    if (invalidUsers.length > 0)
      toast(messages.shareDialog.invalidUsersLeftTheTeamMeanwhile(invalidUsers.join(', ')), { tone: 'error' });
    if (shared > 0) toast(messages.shareDialog.sharedWithSharedPeople(shared), { tone: 'success' });
    onClose();
  };

  return (
    <DialogForm action={messages.shared.share} ready={emails.length > 0} onSubmit={submit} onCancel={onClose}>
      <MultiSelect
        label={messages.shared.people}
        placeholder={emails.length === 0 ? messages.shared.chooseTeamMembers : ''}
        searchable
        hidePickedOptions
        data-autofocus
        limit={100}
        nothingFoundMessage={
          members.data === undefined
            ? messages.shared.loading
            : free.length === 0
              ? messages.shareDialog.everybodyInTheTeam
              : messages.shared.nobodyMatches
        }
        data={free.map(each => ({
          value: each.email,
          label: messages.shareDialog.nameEmail(
            [each.first_name, each.last_name].join(' ').trim(),
            each.first_name + each.last_name === '' ? '' : ' · ',
            each.address,
            each.state,
            'PENDING',
          ),
        }))}
        value={emails}
        onChange={setEmails}
        error={members.error === null ? undefined : errorText(members.error)}
      />
      <Select
        label={messages.shared.role}
        allowDeselect={false}
        data={roles
          .filter(each => each.id !== projectRoles.projectAdmin || givesAdmin)
          .map(each => ({ value: String(each.id), label: projectRoleLabel(each.id, each.name) }))}
        value={role}
        onChange={value => setRole(value ?? role)}
      />
      {invites ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.shareDialog.somebodyIsMissing}
        </Text>
      ) : undefined}
    </DialogForm>
  );
}
