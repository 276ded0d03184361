import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { joinParts } from '#core/base/common/index.ts';
import type { Passkey } from '#core/auth/common/index.ts';
import { makePasskey, passkeysWork } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Icon, longDate, toast, toastError } from '#core/ui/web/index.ts';
import { deviceName } from '../common/device-name.ts';
import { useIdentityProof } from './identity-proof.tsx';
import { messages } from './messages.ts';
import { ProfileClient } from './profile-client.ts';

const QUERY = ['profile', 'passkeys'] as const;

/** Passkeys of the person. A new one is named after the device it was added on. */
export function PasskeysSection(): JSX.Element {
  const { passkeys } = useService(ProfileClient);
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityProof();
  const list = useQuery({ queryKey: QUERY, queryFn: () => passkeys.listPasskeys() });
  if (list.error !== null) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <Skeleton h={60} maw={560} />;

  const change = (work: () => Promise<void>): void =>
    void withProof(work).then(() => queries.invalidateQueries({ queryKey: QUERY }), toastError);
  const add = async (): Promise<void> => {
    const { token, options } = await passkeys.passkeyOptions({ body: {} });
    const response = await makePasskey(options);
    await passkeys.addPasskey({ body: { token, response, name: deviceName(navigator.userAgent) } });
    toast(messages.passkeysSection.passkeyAdded, { tone: 'success' });
  };
  const remove = async ({ id, name }: Passkey): Promise<void> => {
    const yes = await confirm({
      title: messages.passkeysSection.removeThisPasskey,
      text: messages.passkeysSection.nameNoLongerSignsYouIn(name),
      action: messages.shared.remove,
      danger: true,
    });
    if (!yes) return;
    change(async () => {
      await passkeys.deletePasskey({ params: { id } });
      toast(messages.passkeysSection.passkeyRemoved, { tone: 'success' });
    });
  };

  return (
    <Stack gap="sm" maw={560} align="flex-start">
      <Text c="var(--loupe-muted)">{messages.passkeysSection.signInWithYourFingerprint}</Text>
      <Stack gap={0} w="100%">
        {list.data.data.map(passkey => (
          <Group key={passkey.id} wrap="nowrap" gap="md" py={8} style={{ borderBottom: '1px solid var(--loupe-line)' }}>
            <Icon name="lock" size={18} />
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text fw={500}>{passkey.name}</Text>
              <Text size="sm" c="var(--loupe-muted)">
                {joinParts(
                  messages.passkeysSection.addedLongDate(longDate(passkey.createdAt)),
                  passkey.lastUsedAt === null
                    ? messages.passkeysSection.notUsedYet
                    : messages.passkeysSection.lastUsedLongDate(longDate(passkey.lastUsedAt)),
                )}
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={messages.passkeysSection.removePasskeyName(passkey.name)}
              onClick={() => void remove(passkey)}
            >
              {messages.shared.remove}
            </Button>
          </Group>
        ))}
      </Stack>
      {passkeysWork() ? (
        <Button variant="default" onClick={() => change(add)}>
          {messages.passkeysSection.addAPasskey}
        </Button>
      ) : (
        <Text c="var(--loupe-muted)">{messages.passkeysSection.passkeysNeedABrowser}</Text>
      )}
      {dialog}
    </Stack>
  );
}
