import { Radio, Stack, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { teamKeys } from '../common/query-keys.ts';
import { readInvitedEmails } from '../common/invited-emails.ts';
import { InvitedPeople, showsLinks } from './invited-people.tsx';
import type { Invited } from './invited-people.tsx';
import { messages } from './messages.ts';
import { useTeamRoles } from './roles/use-team-roles.ts';
import { TeamsClient } from './teams-client.ts';

/** Invites many people at once, by mail; without mail it shows the links, to be copied. */
export function InviteDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): JSX.Element {
  const [invited, setInvited] = useState<Invited>();
  const close = (): void => {
    setInvited(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={messages.shared.invitePeople}
      size="lg"
      shownOnce={invited !== undefined && showsLinks(invited)}
    >
      {!opened ? undefined : invited === undefined ? (
        <InviteForm onClose={close} onInvited={setInvited} />
      ) : (
        <InvitedPeople invited={invited} onClose={close} />
      )}
    </Modal>
  );
}

function InviteForm({
  onClose,
  onInvited,
}: {
  readonly onClose: () => void;
  readonly onInvited: (invited: Invited) => void;
}): JSX.Element {
  const { api } = useService(TeamsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [role, setRole] = useState<4 | 7>(teamRoles.contributor);
  const [teamRole, setTeamRole] = useState<string | null>(null);
  const admins = useCan('ChangeTeamUserRole');
  const made = useTeamRoles().data ?? [];
  const { emails, invalid } = readInvitedEmails(text);

  const submit = async (): Promise<void> => {
    const answer = await api.inviteMembers({
      params: { team_id: team.id },
      body: {
        emails: [...emails],
        team_role: role,
        ...(role === teamRoles.contributor && teamRole !== null ? { team_role_id: Number(teamRole) } : {}),
      },
    });
    await queries.invalidateQueries({ queryKey: teamKeys.all });
    onInvited(answer);
  };

  return (
    <DialogForm
      action={emails.length < 2 ? messages.shared.invite : messages.inviteDialog.inviteCountPeople(emails.length)}
      ready={emails.length > 0 && invalid.length === 0}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Textarea
        label={messages.inviteDialog.eMailAddresses}
        description={messages.inviteDialog.separateThemWithCommas}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        value={text}
        error={
          invalid.length === 0 ? undefined : messages.inviteDialog.notAnEMailAddress(invalid.slice(0, 5).join(', '))
        }
        onChange={event => setText(event.currentTarget.value)}
      />
      <Radio.Group label={messages.shared.role} value={String(role)} onChange={value => setRole(value === '7' ? 7 : 4)}>
        <Stack gap="xs" mt={4}>
          <Radio value="4" label={messages.shared.contributor} description={messages.inviteDialog.worksInTheProjects} />
          {admins ? (
            <Radio value="7" label={messages.shared.teamAdmin} description={messages.inviteDialog.seesEveryProject} />
          ) : undefined}
        </Stack>
      </Radio.Group>
      {role === teamRoles.contributor && made.length > 0 ? (
        <Select
          label={messages.inviteDialog.teamRole}
          description={messages.inviteDialog.addsItsRights}
          placeholder={messages.inviteDialog.noTeamRole}
          clearable
          value={teamRole}
          data={made.map(each => ({ value: String(each.id), label: each.name }))}
          onChange={setTeamRole}
        />
      ) : undefined}
    </DialogForm>
  );
}
