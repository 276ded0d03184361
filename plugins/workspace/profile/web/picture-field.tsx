import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { User } from '../common/api.ts';
import { messages } from './messages.ts';
import { ProfileClient } from './profile-client.ts';

const TYPES = 'image/png,image/jpeg,image/webp';

/** The person's picture: chosen from a file, or removed. */
export function PictureField({
  user,
  onChanged,
}: {
  readonly user: User;
  readonly onChanged: () => Promise<void>;
}): JSX.Element {
  const { profile } = useService(ProfileClient);
  const changing = useMutation({
    mutationFn: async ({ change, done }: { readonly change: () => Promise<unknown>; readonly done: string }) => {
      await change();
      await onChanged();
      toast(done, { tone: 'success' });
    },
    onError: toastError,
  });
  const upload = async (file: File): Promise<void> => {
    const { uploadUrl } = await profile.avatarToken({ body: {} });
    await profile.putAvatar({ params: { grant: uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1) }, body: file });
  };

  return (
    <Group gap="md">
      <Avatar src={user.avatar_url} alt={messages.pictureField.yourPicture} size={64} radius="xl">
        {(user.first_name.charAt(0) || user.email.charAt(0)).toUpperCase()}
      </Avatar>
      <Stack gap={4}>
        <Group gap="xs">
          <FileButton
            accept={TYPES}
            onChange={file => {
              if (file !== null)
                changing.mutate({ change: () => upload(file), done: messages.pictureField.pictureChanged });
            }}
          >
            {props => (
              <Button {...props} variant="default" loading={changing.isPending}>
                {user.picture ? messages.pictureField.changePicture : messages.pictureField.addPicture}
              </Button>
            )}
          </FileButton>
          {user.picture ? (
            <Button
              variant="default"
              disabled={changing.isPending}
              onClick={() =>
                changing.mutate({ change: () => profile.removeAvatar(), done: messages.pictureField.pictureRemoved })
              }
            >
              {messages.shared.remove}
            </Button>
          ) : undefined}
        </Group>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.pictureField.pngJpegOrWebpUp}
        </Text>
      </Stack>
    </Group>
  );
}
