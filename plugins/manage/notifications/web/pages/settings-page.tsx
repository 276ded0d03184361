import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, PageBody, PageHeader, SavedMark, Segments, toastError } from '#core/ui/web/index.ts';
import type { Delivery, MailFrequency, NotificationSettings } from '../../common/api.ts';
import { localHour, utcHour } from '../../common/local-hour.ts';
import { messages } from '../messages.ts';
import { NotificationsClient } from '../notifications-client.ts';
import classes from '../notifications.module.css';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Edits the person's preferences for notifications in the team. Changes are saved at once. */
export default function SettingsPage(): JSX.Element {
  const { api } = useService(NotificationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [saved, setSaved] = useState<string>();
  const key = ['notifications', team.id, 'settings'];
  const settings = useQuery({ queryKey: key, queryFn: () => api.getNotificationSettings() });
  const put = (what: string, body: Parameters<typeof api.putNotificationSettings>[0]['body']): void => {
    setSaved(undefined);
    void api.putNotificationSettings({ body }).then(answer => {
      queries.setQueryData(key, answer);
      setSaved(what);
    }, toastError);
  };
  return (
    <>
      <PageHeader title={messages.shared.notificationSettings}>
        <Button
          variant="default"
          component={Link}
          to={`/t/${team.id}/notifications`}
          leftSection={<Icon name="bell" size={14} />}
        >
          {messages.shared.notifications}
        </Button>
      </PageHeader>
      <PageBody>
        {settings.error !== null ? (
          <ErrorPanel error={settings.error} onRetry={() => void settings.refetch()} />
        ) : settings.data === undefined ? (
          <Skeleton h={240} maw={720} />
        ) : (
          <Stack className={classes['page'] ?? ''} gap="lg">
            <Text c="var(--loupe-muted)">{messages.settingsPage.whatYouGet(team.name)}</Text>
            <Kinds
              settings={settings.data}
              saved={saved}
              onChange={(kind, delivery) => put(kind, { kinds: { [kind]: delivery } })}
            />
            {settings.data.mail_available ? (
              <Mails
                settings={settings.data}
                saved={saved === 'mail'}
                onChange={change => put('mail', { kinds: {}, ...change })}
              />
            ) : (
              <Text size="sm" c="var(--loupe-muted)">
                {messages.settingsPage.thisInstallationDoesntSendEMail}
              </Text>
            )}
          </Stack>
        )}
      </PageBody>
    </>
  );
}

function Kinds({
  settings,
  saved,
  onChange,
}: {
  readonly settings: NotificationSettings;
  readonly saved: string | undefined;
  readonly onChange: (kind: string, delivery: Delivery) => void;
}): JSX.Element {
  const choices = [
    { value: 'off' as const, label: messages.settingsPage.off },
    { value: 'product' as const, label: messages.settingsPage.inLoupe },
    ...(settings.mail_available ? [{ value: 'mail' as const, label: messages.settingsPage.inLoupeAndEMail }] : []),
  ];
  return (
    <Table aria-label={messages.settingsPage.kindsOfNotifications}>
      <Table.Tbody>
        {settings.kinds.map(({ id, title, description, delivery }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Text fw={500}>{title}</Text>
              <Text size="sm" c="var(--loupe-muted)">
                {description}
              </Text>
            </Table.Td>
            <Table.Td>
              <Group justify="flex-end" gap="xs" wrap="nowrap">
                <SavedMark shown={saved === id} />
                <Segments
                  aria-label={title}
                  data={choices}
                  value={delivery}
                  onChange={choice => onChange(id, choice)}
                />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Mails({
  settings,
  saved,
  onChange,
}: {
  readonly settings: NotificationSettings;
  readonly saved: boolean;
  readonly onChange: (change: { readonly mail_frequency?: MailFrequency; readonly mail_hour?: number }) => void;
}): JSX.Element {
  return (
    <Group align="flex-end">
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {messages.settingsPage.eMails}
        </Text>
        <Segments
          aria-label={messages.settingsPage.eMails}
          data={[
            { value: 'daily', label: messages.settingsPage.onceADay },
            { value: 'immediately', label: messages.settingsPage.atOnce },
          ]}
          value={settings.mail_frequency}
          onChange={frequency => onChange({ mail_frequency: frequency })}
        />
      </Stack>
      {settings.mail_frequency === 'daily' ? (
        <Select
          label={messages.settingsPage.at}
          w={100}
          allowDeselect={false}
          data={hours}
          value={String(localHour(settings.mail_hour))}
          onChange={hour => onChange({ mail_hour: utcHour(Number(hour)) })}
        />
      ) : undefined}
      <SavedMark shown={saved} />
    </Group>
  );
}
