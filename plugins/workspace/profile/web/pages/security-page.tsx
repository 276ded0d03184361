import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, longDate, PageBody, StatusChip, toast, toastError } from '#core/ui/web/index.ts';
import { deviceName } from '../../common/device-name.ts';
import { PasswordForm } from '../password-form.tsx';
import { ProfileClient } from '../profile-client.ts';

/** Password and signed-in devices. */
export default function SecurityPage(): JSX.Element {
  const queries = useQueryClient();
  return (
    <PageBody>
      <Stack gap={28} pt="md">
        <section>
          <Title order={2} mb="sm">
            Password
          </Title>
          <PasswordForm onChanged={() => void queries.invalidateQueries({ queryKey: ['profile', 'devices'] })} />
        </section>
        <section>
          <Title order={2} mb="sm">
            Signed-in devices
          </Title>
          <Devices />
        </section>
      </Stack>
    </PageBody>
  );
}

function Devices(): JSX.Element {
  const { auth } = useService(ProfileClient);
  const queries = useQueryClient();
  const devices = useQuery({ queryKey: ['profile', 'devices'], queryFn: () => auth.listSessions() });
  if (devices.error !== null) return <ErrorPanel error={devices.error} onRetry={() => void devices.refetch()} />;
  if (devices.data === undefined) return <Skeleton h={100} maw={560} />;

  const end = async (id: string): Promise<void> => {
    await auth.endSession({ params: { id } }).then(() => toast('Device signed out.', { tone: 'success' }), toastError);
    await queries.invalidateQueries({ queryKey: ['profile', 'devices'] });
  };
  return (
    <Stack gap={0} maw={560}>
      {devices.data.data.map(device => (
        <Group key={device.id} wrap="nowrap" gap="md" py={8} style={{ borderBottom: '1px solid var(--loupe-line)' }}>
          <Icon name="shield" size={18} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={500} title={device.agent}>
              {deviceName(device.agent)}
            </Text>
            <Text size="sm" c="var(--loupe-muted)">
              {device.address} · last used {longDate(device.lastUsedAt)}
            </Text>
          </div>
          {device.current ? (
            <StatusChip label="This device" color="var(--loupe-success)" />
          ) : (
            <Button variant="default" onClick={() => void end(device.id)}>
              Sign out
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
