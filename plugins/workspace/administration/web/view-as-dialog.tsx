import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { useIdentityProof } from '#plugins/workspace/profile/web/kit/index.ts';
import type { UserAccount } from '../common/people-api.ts';
import { AdminClient } from './admin-client.ts';
import { messages } from './messages.ts';

/** Asks why a super-admin views as somebody, and begins it. */
export function ViewAsDialog({
  user,
  onClose,
}: {
  readonly user: UserAccount | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  const name = user === undefined ? '' : user.name === '' ? user.email : user.name;
  return (
    <Modal opened={user !== undefined} onClose={onClose} title={messages.viewAsDialog.title(name)}>
      {user === undefined ? undefined : <ViewAsForm user={user} onClose={onClose} />}
    </Modal>
  );
}

function ViewAsForm({ user, onClose }: { readonly user: UserAccount; readonly onClose: () => void }): JSX.Element {
  const { installation } = useService(AdminClient);
  const session = useService(SessionStore);
  const { withProof, dialog } = useIdentityProof();
  const [reason, setReason] = useState('');
  const begin = async (): Promise<void> => {
    await installation.viewAs({ params: { person_id: user.id }, body: { reason: reason.trim() } });
    await session.enterView();
  };
  return (
    <>
      <DialogForm
        action={messages.viewAsDialog.begin}
        ready={reason.trim().length >= 3}
        onSubmit={async () => void (await withProof(begin))}
        onCancel={onClose}
      >
        <Stack gap="sm">
          <Text size="sm">{messages.viewAsDialog.explain}</Text>
          <Textarea
            label={messages.viewAsDialog.reason}
            description={messages.viewAsDialog.reasonHint}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
        </Stack>
      </DialogForm>
      {dialog}
    </>
  );
}
