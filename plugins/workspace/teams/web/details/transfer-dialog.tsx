import { Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { useMembers } from '../kit/use-members.ts';
import { memberName } from '../members/member-name.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

interface TransferDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: (owner: string) => Promise<void>;
}

/** Makes another member the owner of the team. */
export function TransferDialog({ opened, onClose, onDone }: TransferDialogProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.transferDialog.transferTeam} size="sm">
      {opened ? <TransferForm onClose={onClose} onDone={onDone} /> : undefined}
    </Modal>
  );
}

function TransferForm({ onClose, onDone }: Omit<TransferDialogProps, 'opened'>): JSX.Element {
  const { care } = useService(TeamsClient);
  const team = useTeam();
  const own = useEmail();
  const members = useMembers();
  const [email, setEmail] = useState<string | null>(null);
  const others = (members.data?.data ?? []).filter(each => each.state === 'CONFIRMED' && each.email !== own);
  const submit = async (): Promise<void> => {
    const chosen = others.find(each => each.email === email);
    if (chosen === undefined) return;
    await care.transferTeam({ params: { team_id: team.id }, body: { email: chosen.email } });
    await onDone(memberName(chosen));
  };
  return (
    <DialogForm
      action={messages.transferDialog.transferTeam}
      ready={email !== null}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Text>{messages.transferDialog.youStayAsTeamAdmin}</Text>
      <Select
        label={messages.transferDialog.newOwner}
        placeholder={members.data !== undefined && others.length === 0 ? messages.transferDialog.nobodyElse : undefined}
        searchable
        data-autofocus
        value={email}
        data={others.map(each => ({ value: each.email, label: memberName(each) }))}
        onChange={setEmail}
      />
    </DialogForm>
  );
}
