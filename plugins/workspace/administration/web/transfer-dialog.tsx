import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { OrganizationDetail } from '../common/api.ts';
import { AdminClient } from './admin-client.ts';
import { messages } from './messages.ts';

interface TransferDialogProps {
  readonly organization: OrganizationDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes somebody else the owner of an organization, after its name was typed. */
export function TransferDialog({ organization, opened, onClose }: TransferDialogProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.transferDialog.title(organization.name)}>
      {opened ? <Fields organization={organization} onClose={onClose} /> : undefined}
    </Modal>
  );
}

function Fields({ organization, onClose }: Omit<TransferDialogProps, 'opened'>): JSX.Element {
  const { api } = useService(AdminClient);
  const queries = useQueryClient();
  const [to, setTo] = useState('');
  const [typed, setTyped] = useState('');
  const submit = async (): Promise<void> => {
    const after = await api.transferOrganization({
      params: { organization_id: organization.id },
      body: { from: organization.owner_email, to: to.trim() },
    });
    queries.setQueryData(['admin', 'organization', organization.id], after);
    await queries.invalidateQueries({ queryKey: ['admin', 'organizations'] });
    toast(messages.transferDialog.done(after.owner_email), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm
      action={messages.transferDialog.transfer}
      ready={to.trim() !== '' && typed.trim() === organization.name}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Text>{messages.transferDialog.explain(organization.owner_email)}</Text>
      <TextInput
        label={messages.transferDialog.newOwner}
        description={messages.transferDialog.newOwnerHelp}
        type="email"
        data-autofocus
        value={to}
        onChange={event => setTo(event.currentTarget.value)}
      />
      <TextInput
        label={messages.transferDialog.confirmName(organization.name)}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
