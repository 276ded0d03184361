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

/** The account to view as. */
export type ViewedAccount = Pick<UserAccount, 'id' | 'name' | 'email'>;

interface ViewAsDialogProps {
  /** Undefined closes the dialog. */
  readonly user: ViewedAccount | undefined;
  /** Page that is opened first; the user's start page when absent. */
  readonly path?: string;
  readonly onClose: () => void;
}

/** Asks why a super-admin views as somebody, and begins it. */
export function ViewAsDialog({ user, path, onClose }: ViewAsDialogProps): JSX.Element {
  const name = user === undefined ? '' : user.name === '' ? user.email : user.name;
  return (
    <Modal opened={user !== undefined} onClose={onClose} title={messages.viewAsDialog.title(name)}>
      {user === undefined ? undefined : <ViewAsForm user={user} path={path ?? '/'} onClose={onClose} />}
    </Modal>
  );
}

function ViewAsForm({
  user,
  path,
  onClose,
}: Required<ViewAsDialogProps> & { readonly user: ViewedAccount }): JSX.Element {
  const { installation } = useService(AdminClient);
  const session = useService(SessionStore);
  const { withProof, dialog } = useIdentityProof();
  const [reason, setReason] = useState('');
  const begin = async (): Promise<void> => {
    await installation.viewAs({ params: { person_id: user.id }, body: { reason: reason.trim() } });
    await session.enterView(path);
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
