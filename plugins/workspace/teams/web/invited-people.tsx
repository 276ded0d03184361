import { Alert, Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { ResultOf } from '#core/api/common/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { teamsApi } from '../common/api.ts';
import { CopyLink } from './copy-link.tsx';
import { messages } from './messages.ts';

/** Answer of the call that invites people. */
export type Invited = ResultOf<typeof teamsApi.operations.inviteMembers>;

/** True when the outcome has links that are not shown again. */
export const showsLinks = ({ links }: Invited): boolean => Object.keys(links).length > 0;

/** Outcome of invitations; without mail the links, to be copied, since they are shown once. */
export function InvitedPeople({
  invited,
  onClose,
}: {
  readonly invited: Invited;
  readonly onClose: () => void;
}): JSX.Element {
  const links = Object.entries(invited.links);
  const problems = [...new Set(Object.values(invited.unmailed))];
  const failed = Object.entries(invited.failed.reasons);
  return (
    <Stack gap="md">
      {failed.length === 0 ? undefined : (
        <Alert color="red" p="xs" icon={<Icon name="warning" />}>
          {failed.map(([email, reason]) => (
            <Text key={email}>
              {email}: {reason}
            </Text>
          ))}
        </Alert>
      )}
      {invited.mailed.length === 0 ? undefined : (
        <Text>
          {(invited.mail === 'folder' ? messages.inviteDialog.writtenToTheFolder : messages.inviteDialog.mailedTo)(
            invited.mailed.length === 1 ? invited.mailed[0]! : messages.inviteDialog.countPeople(invited.mailed.length),
            invited.days,
          )}
        </Text>
      )}
      {problems.length === 0 ? undefined : (
        <Alert color="red" p="xs" role="alert" icon={<Icon name="warning" />}>
          {problems.map(each => (
            <Text key={each}>{each}</Text>
          ))}
          <Text>{messages.inviteDialog.inviteNameAgainWhenMailWorks(Object.keys(invited.unmailed).join(', '))}</Text>
        </Alert>
      )}
      {links.length === 0 ? undefined : <Text>{messages.inviteDialog.thisInstallationSendsNoMail(invited.days)}</Text>}
      <ScrollArea.Autosize mah={320}>
        <Stack gap="xs">
          {links.map(([email, link]) => (
            <Group key={email} wrap="nowrap" justify="space-between">
              <div style={{ minWidth: 0 }}>
                <Text fw={500} truncate>
                  {email}
                </Text>
                <Text size="sm" c="var(--loupe-muted)" truncate>
                  {link}
                </Text>
              </div>
              <CopyLink text={link} label={messages.shared.copyLink} />
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="xs">
        {links.length < 2 ? undefined : (
          <CopyLink
            text={links.map(([email, link]) => `${email}\t${link}`).join('\n')}
            label={messages.inviteDialog.copyAll}
          />
        )}
        <Button onClick={onClose} data-autofocus>
          {messages.shared.done}
        </Button>
      </Group>
    </Stack>
  );
}
