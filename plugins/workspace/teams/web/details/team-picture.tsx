import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import { teamKeys } from '../../common/query-keys.ts';
import { messages } from '../messages.ts';
import { TeamsClient } from '../teams-client.ts';

const TYPES = 'image/png,image/jpeg,image/webp';

/** The picture of the team: chosen from a file or removed, by who may. */
export function TeamPicture(): JSX.Element {
  const { care } = useService(TeamsClient);
  const store = useService(TeamStore);
  const team = useTeam();
  const edits = useCan('UploadTeamAvatar');
  const params = { team_id: team.id };
  const picture = useQuery({
    queryKey: teamKeys.picture(team.id),
    queryFn: async () => (await store.api.getTeam({ params, query: { include_avatar_url: true } })).avatar_url ?? null,
  });
  const changing = useMutation({
    mutationFn: async ({ change, done }: { readonly change: () => Promise<unknown>; readonly done: string }) => {
      await change();
      await picture.refetch();
      toast(done, { tone: 'success' });
    },
    onError: toastError,
  });
  const shown = picture.data ?? null;
  return (
    <Group gap="md">
      <Avatar src={shown} alt={messages.teamPicture.pictureOfTeam(team.name)} size={64} radius="md">
        {team.name.charAt(0).toUpperCase()}
      </Avatar>
      {edits ? (
        <Stack gap={4}>
          <Group gap="xs">
            <FileButton
              accept={TYPES}
              onChange={file => {
                if (file !== null)
                  changing.mutate({
                    change: () => care.putTeamAvatar({ params, body: file }),
                    done: messages.teamPicture.pictureChanged,
                  });
              }}
            >
              {props => (
                <Button {...props} variant="default" loading={changing.isPending}>
                  {shown === null ? messages.teamPicture.addPicture : messages.teamPicture.changePicture}
                </Button>
              )}
            </FileButton>
            {shown === null ? undefined : (
              <Button
                variant="default"
                disabled={changing.isPending}
                onClick={() =>
                  changing.mutate({
                    change: () => care.deleteTeamAvatar({ params }),
                    done: messages.teamPicture.pictureRemoved,
                  })
                }
              >
                {messages.teamPicture.removePicture}
              </Button>
            )}
          </Group>
          <Text size="sm" c="var(--loupe-muted)">
            {messages.teamPicture.pngJpegOrWebp}
          </Text>
        </Stack>
      ) : undefined}
    </Group>
  );
}
