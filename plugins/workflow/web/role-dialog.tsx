import { Alert, Button, Checkbox, Group, Input, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { permissionGroups } from '#core/permissions/common/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { roleOrStatusNameProblem } from '../common/validate-workflow.ts';
import type { TeamRoleRow } from '../common/vocabulary-api.ts';
import { WorkflowAdmin } from './workflow-admin.ts';

/** The six permissions a role of a team may have (roles-permissions 3). */
export const rolePermissions = permissionGroups.filter(each => each.label === 'rolePermission').flatMap(each => each.permissions);

interface RoleDialogProps {
  /** Undefined for a new one. */
  readonly role: TeamRoleRow | undefined;
  readonly all: readonly TeamRoleRow[];
  /** What uses it, in words. */
  readonly used: string | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (role: TeamRoleRow) => void;
}

/** Makes or changes a role: name, description and permissions. */
export function RoleDialog(props: RoleDialogProps): JSX.Element {
  return <Modal opened={props.opened} onClose={props.onClose} title={props.role === undefined ? 'New role' : 'Edit role'} size="md">{props.opened ? <RoleForm key={props.role?.id ?? 'new'} {...props} /> : undefined}</Modal>;
}

function RoleForm({ role, all, used, onClose, onSaved }: RoleDialogProps): JSX.Element {
  const { words } = useService(WorkflowAdmin);
  const before = (role?.rolePermissions ?? []).map(each => each.permission_id);
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [ticked, setTicked] = useState<readonly number[]>(before);
  const [failure, setFailure] = useState<string>();
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const taken = all.some(each => each.id !== role?.id && [each.name, each.isAdmin ? 'ProjectAdmin' : each.name].some(word => word.toLowerCase() === name.trim().toLowerCase()));
  const problem = roleOrStatusNameProblem(name.trim()) ?? (taken ? 'This name already exists.' : undefined);
  const dirty = name.trim() !== (role?.name ?? '') || description !== (role?.description ?? '') || ticked.toSorted().join() !== before.toSorted().join();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTouched(true);
    if (problem !== undefined || !dirty) return;
    setBusy(true);
    const body = { name: name.trim(), description, rolePermissions: ticked.map(permission_id => ({ permission_id })) };
    try {
      onSaved(role === undefined ? await words.createRole({ body }) : await words.updateRole({ params: { id: role.id }, body }));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };

  return (
    <form onSubmit={event => void submit(event)}>
      <Stack gap="md">
        <TextInput label="Name" description="Letters, digits and _" data-autofocus maxLength={100} value={name} error={touched ? problem : undefined} onBlur={() => setTouched(name !== '')} onChange={event => { setName(event.currentTarget.value); setFailure(undefined); }} />
        <Textarea label="Description" autosize minRows={2} maxLength={2000} value={description} onChange={event => setDescription(event.currentTarget.value)} />
        <Input.Wrapper label="Permissions" labelElement="div" description="Everybody in a project may view, annotate and comment on the items they see.">
          <Stack gap={6} mt={8}>
            {rolePermissions.map(each => <Checkbox key={each.id} label={each.name} checked={ticked.includes(each.id)} onChange={event => setTicked(event.currentTarget.checked ? [...ticked, each.id] : ticked.filter(id => id !== each.id))} />)}
          </Stack>
        </Input.Wrapper>
        {role !== undefined && used !== undefined && dirty ? <Alert p="xs" color="loupe">The change holds at once for {used}.</Alert> : undefined}
        {failure === undefined ? undefined : <Alert p="xs" color="red" role="alert">{failure}</Alert>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>Cancel</Button>
          <Button type="submit" loading={busy} disabled={!dirty || problem !== undefined}>{role === undefined ? 'Create' : 'Save'}</Button>
        </Group>
      </Stack>
    </form>
  );
}
