import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useCan, useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';
import { TransferDialog } from './transfer-dialog.tsx';

/** Ways out of a team: leaving it, handing it to another member, and deleting it. */
export function TeamEnding(): JSX.Element | undefined {
  const { care } = useService(TeamsClient);
  const store = useService(TeamStore);
  const queries = useQueryClient();
  const team = useTeam();
  const email = useEmail();
  const { team: whole } = useSnapshot(store.state);
  const transfers = useCan('TransferTeam');
  const deletes = useCan('DeleteTeam');
  const [transferring, setTransferring] = useState(false);
  const params = { team_id: team.id };
  const ending = useMutation({
    mutationFn: (end: () => Promise<unknown>) => end(),
    // The pages of the team are gone, with all they hold.
    onSuccess: () => location.assign('/workspaces'),
    onError: toastError,
  });
  const leaves = whole?.creator_id !== email && whole?.organization.owner_id !== email;
  if (!leaves && !transfers && !deletes) return undefined;

  const leave = async (): Promise<void> => {
    const yes = await confirm({
      title: messages.teamEnding.leaveTeam,
      text: messages.teamEnding.youLoseAccess(team.name),
      action: messages.teamEnding.leaveTeam,
      danger: true,
    });
    if (yes) ending.mutate(() => care.leaveTeam({ params }));
  };
  const remove = async (): Promise<void> => {
    const yes = await confirm({
      title: messages.teamEnding.deleteTeam,
      text: messages.teamEnding.allProjectsAreDeleted(team.name),
      action: messages.teamEnding.deleteTeam,
      danger: true,
      typed: team.name,
    });
    if (yes) ending.mutate(() => care.deleteTeam({ params }));
  };
  return (
    <Stack gap="sm" maw={520} component="section" aria-label={messages.teamEnding.ownershipAndEnd}>
      <Divider />
      <Title order={3} size="sm">
        {messages.teamEnding.ownershipAndEnd}
      </Title>
      {transfers ? <Text c="var(--loupe-muted)">{messages.teamEnding.sdkTokensEnd}</Text> : undefined}
      <Group gap="xs">
        {transfers ? (
          <Button variant="default" disabled={ending.isPending} onClick={() => setTransferring(true)}>
            {messages.teamEnding.transferOwnership}
          </Button>
        ) : undefined}
        {leaves ? (
          <Button variant="default" loading={ending.isPending} onClick={() => void leave()}>
            {messages.teamEnding.leaveTeam}
          </Button>
        ) : undefined}
        {deletes ? (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            loading={ending.isPending}
            onClick={() => void remove()}
          >
            {messages.teamEnding.deleteTeam}
          </Button>
        ) : undefined}
      </Group>
      <TransferDialog
        opened={transferring}
        onClose={() => setTransferring(false)}
        onDone={async owner => {
          setTransferring(false);
          toast(messages.teamEnding.nameOwnsTheTeam(owner), { tone: 'success' });
          await store.enter(team.id);
          await store.load({ fresh: true });
          await queries.invalidateQueries({ queryKey: teamKeys.all });
        }}
      />
    </Stack>
  );
}
