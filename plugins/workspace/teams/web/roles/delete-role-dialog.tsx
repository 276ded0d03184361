import { Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import type { TeamRoleView } from '../../common/team-roles-api.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

/** Value of the choice that leaves people plain contributors. */
const NONE = 'contributor';

interface DeleteRoleDialogProps {
  /** Undefined while the dialog is closed. */
  readonly role: TeamRoleView | undefined;
  readonly all: readonly TeamRoleView[];
  readonly onClose: () => void;
  readonly onDeleted: (role: TeamRoleView) => void;
}

/** Deletes a role of the team; asks for the role that its people get instead. */
export function DeleteRoleDialog({ role, all, onClose, onDeleted }: DeleteRoleDialogProps): JSX.Element {
  return (
    <Modal
      opened={role !== undefined}
      onClose={onClose}
      title={role === undefined ? '' : messages.deleteRoleDialog.deleteName(role.name)}
      size="sm"
    >
      {role === undefined ? undefined : (
        <DeleteRoleForm key={role.id} role={role} all={all} onClose={onClose} onDeleted={onDeleted} />
      )}
    </Modal>
  );
}

function DeleteRoleForm({
  role,
  all,
  onClose,
  onDeleted,
}: DeleteRoleDialogProps & { readonly role: TeamRoleView }): JSX.Element {
  const { roles } = useService(TeamsClient);
  const team = useTeam();
  const [replacement, setReplacement] = useState<string>(NONE);
  const submit = async (): Promise<void> => {
    await roles.deleteTeamRole({
      params: { team_id: team.id, team_role_id: role.id },
      query: role.members === 0 ? {} : { replacement: replacement === NONE ? NONE : Number(replacement) },
    });
    onDeleted(role);
  };
  return (
    <DialogForm action={messages.deleteRoleDialog.deleteRole} onSubmit={submit} onCancel={onClose}>
      {role.members === 0 ? (
        <Text>{messages.deleteRoleDialog.nobodyHasIt}</Text>
      ) : (
        <>
          <Text>{messages.deleteRoleDialog.peopleHaveIt(role.members)}</Text>
          <Select
            label={messages.deleteRoleDialog.roleInstead}
            allowDeselect={false}
            value={replacement}
            data={[
              { value: NONE, label: messages.shared.contributor },
              ...all.filter(each => each.id !== role.id).map(each => ({ value: String(each.id), label: each.name })),
            ]}
            onChange={value => setReplacement(value ?? NONE)}
          />
        </>
      )}
    </DialogForm>
  );
}
