import { Alert, Checkbox, Input, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { teamRights } from '#core/permissions/common/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { TeamRoleView } from '../../common/team-roles-api.ts';
import { teamRoleNameProblem } from '../../common/team-roles-api.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

interface TeamRoleDialogProps {
  /** Undefined while the dialog is closed, `new` for a new role. */
  readonly role: TeamRoleView | 'new' | undefined;
  readonly all: readonly TeamRoleView[];
  readonly onClose: () => void;
  readonly onSaved: (role: TeamRoleView) => void;
}

/** Makes or changes a role of the team: name, description and rights. */
export function TeamRoleDialog(props: TeamRoleDialogProps): JSX.Element {
  const { role, onClose } = props;
  return (
    <Modal
      opened={role !== undefined}
      onClose={onClose}
      title={role === 'new' ? messages.teamRoleDialog.newRole : messages.teamRoleDialog.editRole}
      size="md"
    >
      {role === undefined ? undefined : (
        <TeamRoleForm {...props} key={role === 'new' ? role : role.id} role={role === 'new' ? undefined : role} />
      )}
    </Modal>
  );
}

function TeamRoleForm({
  role,
  all,
  onClose,
  onSaved,
}: Omit<TeamRoleDialogProps, 'role'> & { readonly role: TeamRoleView | undefined }): JSX.Element {
  const { roles } = useService(TeamsClient);
  const team = useTeam();
  const [name, setName] = useState(role?.name ?? '');
  const [touched, setTouched] = useState(false);
  const [description, setDescription] = useState(role?.description ?? '');
  const [rights, setRights] = useState<readonly string[]>(role?.rights ?? []);
  const taken = all.some(each => each.id !== role?.id && each.name.toLowerCase() === name.trim().toLowerCase());
  const problem = taken
    ? messages.teamRoleDialog.nameIsTaken
    : teamRoleNameProblem(name) === undefined
      ? undefined
      : name.trim() === ''
        ? messages.teamRoleDialog.giveItAName
        : messages.teamRoleDialog.everyTeamHasIt;
  const dirty =
    name.trim() !== (role?.name ?? '') ||
    description !== (role?.description ?? '') ||
    rights.toSorted().join() !== (role?.rights ?? []).toSorted().join();
  const members = role?.members ?? 0;

  const submit = async (): Promise<void> => {
    const body = { name: name.trim(), description, rights: [...rights] };
    const params = { team_id: team.id };
    onSaved(
      role === undefined
        ? await roles.createTeamRole({ params, body })
        : await roles.updateTeamRole({
            params: { ...params, team_role_id: role.id },
            body: { ...body, version: role.version },
          }),
    );
  };

  return (
    <DialogForm
      action={role === undefined ? messages.teamRoleDialog.createRole : messages.shared.save}
      ready={dirty && problem === undefined}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={100}
        value={name}
        error={touched ? problem : undefined}
        onBlur={() => setTouched(name !== '')}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Textarea
        label={messages.shared.description}
        autosize
        minRows={2}
        maxLength={2000}
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
      />
      <Input.Wrapper
        label={messages.teamRoleDialog.rights}
        labelElement="div"
        description={messages.teamRoleDialog.besideThoseOfAContributor}
      >
        <Stack gap={6} mt={8} role="group" aria-label={messages.teamRoleDialog.rights}>
          {teamRights.map(each => (
            <Checkbox
              key={each.key}
              label={each.name}
              checked={rights.includes(each.key)}
              onChange={event =>
                setRights(event.currentTarget.checked ? [...rights, each.key] : rights.filter(key => key !== each.key))
              }
            />
          ))}
        </Stack>
      </Input.Wrapper>
      {members > 0 && dirty ? (
        <Alert p="xs" color="loupe">
          {messages.teamRoleDialog.changeHoldsAtOnce(members)}
        </Alert>
      ) : undefined}
    </DialogForm>
  );
}
