import { Button, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Modal } from '#core/ui/web/index.ts';
import { CopyLink } from './copy-link.tsx';
import { messages } from './messages.ts';

/** A new link for somebody who is invited. */
export interface MadeLink {
  readonly email: string;
  readonly link: string;
  /** True when the link went out by mail; otherwise it is to be copied. */
  readonly mailed: boolean;
  readonly days: number;
}

/** Shows a new invitation link to copy. */
export function InvitationLink({
  made,
  onClose,
}: {
  readonly made: MadeLink | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal
      opened={made !== undefined}
      onClose={onClose}
      title={messages.invitationLink.newInvitationLink}
      size="md"
      zIndex={300}
      shownOnce={made?.mailed === false}
    >
      {made === undefined ? undefined : (
        <Stack gap="md">
          <Text>
            {messages.invitationLink.itWorksForTheOne(
              made.mailed
                ? messages.invitationLink.newLinkWasMailedToEmail(made.email)
                : messages.invitationLink.sendThisLinkToEmail(made.email),
              made.days,
            )}
          </Text>
          <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
            {made.link}
          </Text>
          <Group justify="flex-end" gap="xs">
            <CopyLink text={made.link} label={messages.shared.copyLink} />
            <Button onClick={onClose}>{messages.shared.done}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
