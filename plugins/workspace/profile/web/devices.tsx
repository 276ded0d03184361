import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Icon, longDate, StatusChip, toast, toastError } from '#core/ui/web/index.ts';
import { deviceName } from '../common/device-name.ts';
import { messages } from './messages.ts';
import { ProfileClient } from './profile-client.ts';

export const DEVICES = ['profile', 'devices'] as const;

/** Devices on which the person is signed in. */
export function Devices(): JSX.Element {
  const { auth } = useService(ProfileClient);
  const queries = useQueryClient();
  const devices = useQuery({ queryKey: DEVICES, queryFn: () => auth.listSessions() });
  if (devices.error !== null) return <ErrorPanel error={devices.error} onRetry={() => void devices.refetch()} />;
  if (devices.data === undefined) return <Skeleton h={100} maw={560} />;

  const end = async (id: string): Promise<void> => {
    await auth
      .endSession({ params: { id } })
      .then(() => toast(messages.devices.deviceSignedOut, { tone: 'success' }), toastError);
    await queries.invalidateQueries({ queryKey: DEVICES });
  };
  const endOthers = async (): Promise<void> => {
    const yes = await confirm({
      title: messages.devices.signOutAllOtherDevices,
      text: messages.devices.workThatIsNotSaved,
      action: messages.devices.signOutOthers,
    });
    if (!yes) return;
    await auth
      .endOtherSessions()
      .then(
        ({ ended }) =>
          toast(ended === 1 ? messages.devices.number1DeviceSignedOut : messages.devices.endedDevicesSignedOut(ended), {
            tone: 'success',
          }),
        toastError,
      );
    await queries.invalidateQueries({ queryKey: DEVICES });
  };
  return (
    <Stack gap="md" maw={560} align="flex-start">
      <Stack gap={0} w="100%">
        {devices.data.data.map(device => (
          <Group key={device.id} wrap="nowrap" gap="md" py={8} style={{ borderBottom: '1px solid var(--loupe-line)' }}>
            <Icon name="shield" size={18} />
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text fw={500} title={device.agent}>
                {deviceName(device.agent)}
              </Text>
              <Text size="sm" c="var(--loupe-muted)">
                {messages.devices.addressLastUsedLongDate(device.address, longDate(device.lastUsedAt))}
              </Text>
            </div>
            {device.current ? (
              <StatusChip label={messages.devices.thisDevice} color="var(--loupe-success)" />
            ) : (
              <Button variant="default" onClick={() => void end(device.id)}>
                {messages.devices.signOut}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {devices.data.data.length < 2 ? undefined : (
        <Button variant="default" onClick={() => void endOthers()}>
          {messages.devices.signOutAllOtherDevices2}
        </Button>
      )}
    </Stack>
  );
}
