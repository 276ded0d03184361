import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Modal } from '#core/ui/web/index.ts';
import type { SentInvitation } from '../common/invitations-api.ts';
import { messages } from './messages.ts';

/** Says where a link went, or shows the link to hand over. */
export function SentInvitationDialog({
  sent,
  onClose,
}: {
  readonly sent: SentInvitation | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal
      opened={sent !== undefined}
      onClose={onClose}
      title={sent?.link === null ? messages.invitePersonDialog.sent : messages.invitePersonDialog.ready}
      shownOnce={typeof sent?.link === 'string'}
    >
      {sent === undefined ? undefined : (
        <Stack gap="md">
          {sent.unmailed === null ? (
            <Text>{noteOf(sent)}</Text>
          ) : (
            <Alert color="red" role="alert" icon={<Icon name="warning" />}>
              {sent.unmailed}
            </Alert>
          )}
          {sent.link === null ? undefined : (
            <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
              {sent.link}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            {sent.link === null ? undefined : (
              <CopyButton value={sent.link} timeout={2000}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {copied ? messages.invitePersonDialog.copied : messages.invitePersonDialog.copyLink}
                  </Button>
                )}
              </CopyButton>
            )}
            <Button onClick={onClose}>{messages.invitePersonDialog.done}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function noteOf({ mail, email, days }: SentInvitation): string {
  switch (mail) {
    case 'smtp':
      return messages.invitePersonDialog.mailed(email, days);
    case 'folder':
      return messages.invitePersonDialog.inFolder(email, days);
    case 'none':
      return messages.invitePersonDialog.handOver(email, days);
  }
}
