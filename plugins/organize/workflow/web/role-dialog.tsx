import { Alert, Checkbox, Input, Stack } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { permissionGroups } from '#core/permissions/common/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { roleOrStatusNameProblem } from '../common/validate-workflow.ts';
import type { TeamRoleRow } from '../common/vocabulary-api.ts';
import { messages } from './messages.ts';
import { WordFields } from './word-fields.tsx';
import type { WordDialogProps } from './words-page.tsx';
import { WorkflowAdmin } from './workflow-admin.ts';

/** The six permissions a role of a team may have. */
export const rolePermissions = permissionGroups
  .filter(each => each.label === 'rolePermission')
  .flatMap(each => each.permissions);

/** Makes or changes a role: name, description and permissions. */
export function RoleDialog(props: WordDialogProps<TeamRoleRow>): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.word === undefined ? messages.roleDialog.newRole : messages.roleDialog.editRole}
      size="md"
    >
      {props.opened ? <RoleForm key={props.word?.id ?? 'new'} {...props} /> : undefined}
    </Modal>
  );
}

function RoleForm({ word: role, all, used, onClose, onSaved }: WordDialogProps<TeamRoleRow>): JSX.Element {
  const { words } = useService(WorkflowAdmin);
  const before = (role?.rolePermissions ?? []).map(each => each.permission_id);
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [ticked, setTicked] = useState<readonly number[]>(before);
  const taken = all.some(
    each =>
      each.id !== role?.id &&
      [each.name, each.isAdmin ? 'ProjectAdmin' : each.name].some(
        word => word.toLowerCase() === name.trim().toLowerCase(),
      ),
  );
  const problem = roleOrStatusNameProblem(name.trim()) ?? (taken ? messages.shared.thisNameAlreadyExists : undefined);
  const dirty =
    name.trim() !== (role?.name ?? '') ||
    description !== (role?.description ?? '') ||
    ticked.toSorted().join() !== before.toSorted().join();

  const submit = async (): Promise<void> => {
    const body = { name: name.trim(), description, rolePermissions: ticked.map(permission_id => ({ permission_id })) };
    onSaved(
      role === undefined ? await words.createRole({ body }) : await words.updateRole({ params: { id: role.id }, body }),
    );
  };

  return (
    <DialogForm
      action={role === undefined ? messages.shared.create : messages.shared.save}
      ready={dirty && problem === undefined}
      onSubmit={submit}
      onCancel={onClose}
    >
      <WordFields
        name={name}
        problem={problem}
        description={description}
        onName={setName}
        onDescription={setDescription}
      />
      <Input.Wrapper
        label={messages.roleDialog.permissions}
        labelElement="div"
        description={messages.roleDialog.everybodyInAProjectMayView}
      >
        <Stack gap={6} mt={8}>
          {rolePermissions.map(each => (
            <Checkbox
              key={each.id}
              label={each.name}
              checked={ticked.includes(each.id)}
              onChange={event =>
                setTicked(event.currentTarget.checked ? [...ticked, each.id] : ticked.filter(id => id !== each.id))
              }
            />
          ))}
        </Stack>
      </Input.Wrapper>
      {role !== undefined && used !== undefined && dirty ? (
        <Alert p="xs" color="loupe">
          {messages.roleDialog.changeHoldsAtOnceForUsed(used)}
        </Alert>
      ) : undefined}
    </DialogForm>
  );
}
