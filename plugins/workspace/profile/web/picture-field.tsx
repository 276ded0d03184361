import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
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
  const [busy, setBusy] = useState(false);
  const run = async (change: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await change();
      await onChanged();
      toast(done, { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
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
              if (file !== null) void run(() => upload(file), messages.pictureField.pictureChanged);
            }}
          >
            {props => (
              <Button {...props} variant="default" loading={busy}>
                {user.picture ? messages.pictureField.changePicture : messages.pictureField.addPicture}
              </Button>
            )}
          </FileButton>
          {user.picture ? (
            <Button
              variant="default"
              disabled={busy}
              onClick={() => void run(() => profile.removeAvatar(), messages.pictureField.pictureRemoved)}
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
