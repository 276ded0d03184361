import { MultiSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { projectRoleLabel, projectRoles, teamRoles } from '#core/permissions/common/index.ts';
import { DialogForm, errorText, Modal, toast } from '#core/ui/web/index.ts';
import { readInvitedEmails, teamKeys, teamsApi } from '#plugins/workspace/teams/common/index.ts';
import { InvitedPeople, showsLinks } from '#plugins/workspace/teams/web/kit/index.ts';
import type { Invited } from '#plugins/workspace/teams/web/kit/index.ts';
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

/** Gives people a role in the project; those who are not in the team are invited to it. */
export function ShareDialog(props: ShareDialogProps): JSX.Element {
  const [invited, setInvited] = useState<Invited>();
  const close = (): void => {
    setInvited(undefined);
    props.onClose();
  };
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={messages.shareDialog.shareProject}
      size="md"
      shownOnce={invited !== undefined && showsLinks(invited)}
    >
      {!props.opened ? undefined : invited === undefined ? (
        <ShareForm {...props} onInvited={setInvited} />
      ) : (
        <InvitedPeople invited={invited} onClose={close} />
      )}
    </Modal>
  );
}

function ShareForm({
  onClose,
  onInvited,
  projectId,
  contributors,
  roles,
}: ShareDialogProps & { readonly onInvited: (invited: Invited) => void }): JSX.Element {
  const calls = useService(ProjectsClient);
  const transport = useService(Transport);
  const teams = client(teamsApi, transport);
  const queries = useQueryClient();
  const team = useTeam();
  const givesAdmin = useCan('ManageProjectAdminPermissions');
  const invites = useCan('InviteTeamUser');
  const [emails, setEmails] = useState<string[]>([]);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<string>(String(projectRoles.annotator));
  const members = useQuery({
    queryKey: teamKeys.members(team.id),
    queryFn: () => teams.listMembers({ query: { limit: 2000 } }),
  });
  const inProject = new Set(contributors.map(each => each.email));
  const all = members.data?.data;
  const free = (all ?? []).filter(each => !inProject.has(each.email));
  const isMember = (email: string): boolean =>
    (all ?? []).some(each => each.email.toLowerCase() === email || each.address.toLowerCase() === email);
  const typed = invites && all !== undefined ? readInvitedEmails(search).emails : [];
  const strangers = [...new Set([...emails, ...typed])].filter(email => !isMember(email.toLowerCase()));

  const submit = async (): Promise<void> => {
    const missing = emails.filter(email => strangers.includes(email));
    const invited =
      missing.length === 0
        ? undefined
        : await teams.inviteMembers({
            params: { team_id: team.id },
            body: { emails: missing, team_role: teamRoles.contributor },
          });
    const failed = new Set(invited?.failed.emails);
    const able = emails.filter(email => !failed.has(email));
    if (invited !== undefined) await queries.invalidateQueries({ queryKey: teamKeys.all });
    if (able.length > 0) await share(able);
    if (invited === undefined) onClose();
    else onInvited(invited);
  };

  const share = async (people: readonly string[]): Promise<void> => {
    const { invalidUsers } = await calls.contributors.shareProject({
      params: { project_id: projectId },
      body: { users: people.map(email => ({ user_id: email, user_role: Number(role) })) },
    });
    await queries.invalidateQueries({ queryKey: projectKeys.all });
    const shared = people.length - invalidUsers.length;
    if (invalidUsers.length > 0)
      toast(messages.shareDialog.invalidUsersLeftTheTeamMeanwhile(invalidUsers.join(', ')), { tone: 'error' });
    if (shared > 0) toast(messages.shareDialog.sharedWithSharedPeople(shared), { tone: 'success' });
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
        description={invites ? messages.shareDialog.enterAnEMail : undefined}
        searchValue={search}
        onSearchChange={setSearch}
        data={[
          ...strangers.map(email => ({ value: email, label: messages.shareDialog.inviteEmail(email) })),
          ...free.map(each => ({
            value: each.email,
            label: messages.shareDialog.nameEmail(
              [each.first_name, each.last_name].join(' ').trim(),
              each.first_name + each.last_name === '' ? '' : ' · ',
              each.address,
              each.state,
              'PENDING',
            ),
          })),
        ]}
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
    </DialogForm>
  );
}
