import { Alert, Button, Group, Input, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { MaintenanceNotice } from '#core/maintenance/common/index.ts';
import { confirm, longDate, Segments, toast, toastError, useLeaveQuestion } from '#core/ui/web/index.ts';
import { AdminClient } from './admin-client.ts';
import { localTime } from './local-time.ts';
import { messages } from './messages.ts';

/** Form about maintenance, with the buttons that begin and end it. `notice`: the present plan, if any. */
export function MaintenanceForm({
  notice,
  onChanged,
}: {
  readonly notice: MaintenanceNotice | undefined;
  readonly onChanged: () => void;
}): JSX.Element {
  const { maintenance } = useService(AdminClient);
  const active = notice?.active === true;
  const begun = fieldsOf(notice);
  const [message, setMessage] = useState(begun.message);
  const [later, setLater] = useState(begun.later);
  const [from, setFrom] = useState(begun.from);
  const [to, setTo] = useState(begun.to);
  const [statusUrl, setStatusUrl] = useState(begun.statusUrl);
  const [readOnly, setReadOnly] = useState(begun.readOnly);
  const [opened] = useState(Date.now);

  useLeaveQuestion(
    message !== begun.message ||
      later !== begun.later ||
      from !== begun.from ||
      to !== begun.to ||
      statusUrl !== begun.statusUrl ||
      readOnly !== begun.readOnly,
  );

  const planned = !active && later;
  const begins = planned ? Date.parse(from) : active ? Date.parse(notice.from) : opened;
  const endProblem = to !== '' && Date.parse(to) <= begins ? messages.maintenanceForm.endsBeforeItBegins : undefined;
  const ready = message.trim() !== '' && endProblem === undefined && (!planned || from !== '');

  const plan = useMutation({
    mutationFn: () =>
      maintenance.planMaintenance({
        body: {
          from: planned ? new Date(from).toISOString() : null,
          to: to === '' ? null : new Date(to).toISOString(),
          message: message.trim(),
          statusUrl: statusUrl.trim() === '' ? null : statusUrl.trim(),
          readOnly,
        },
      }),
    onSuccess() {
      toast(
        notice !== undefined && active === !planned
          ? messages.maintenanceForm.changed
          : planned
            ? messages.maintenanceForm.announced
            : messages.maintenanceForm.begun,
      );
      onChanged();
    },
    onError: toastError,
  });
  const end = useMutation({
    mutationFn: () => maintenance.endMaintenance(),
    onSuccess() {
      toast(active ? messages.maintenanceForm.ended : messages.maintenanceForm.cancelled);
      onChanged();
    },
    onError: toastError,
  });

  const submit = async (): Promise<void> => {
    const shutsOut = !active && !planned && !readOnly;
    const asked = {
      title: messages.maintenanceForm.beginQuestion,
      text: messages.maintenanceForm.everybodyIsShutOut,
      action: messages.maintenanceForm.beginMaintenance,
    };
    if (!shutsOut || (await confirm({ ...asked, danger: true }))) plan.mutate();
  };

  return (
    <Stack gap="md" maw={520}>
      <Alert color={active ? 'orange' : 'gray'} p="xs">
        {state(notice)}
      </Alert>
      <Textarea
        label={messages.maintenanceForm.message}
        description={messages.maintenanceForm.everybodySeesIt}
        placeholder={messages.maintenanceForm.messageExample}
        maxLength={300}
        autosize
        minRows={2}
        required
        value={message}
        onChange={event => setMessage(event.currentTarget.value)}
      />
      {active ? undefined : (
        <Group align="end" gap="sm">
          <Stack gap={4}>
            <Input.Label labelElement="div">{messages.maintenanceForm.begins}</Input.Label>
            <Segments
              aria-label={messages.maintenanceForm.begins}
              data={[
                { value: 'now', label: messages.maintenanceForm.now },
                { value: 'later', label: messages.maintenanceForm.atATime },
              ]}
              value={later ? 'later' : 'now'}
              onChange={value => setLater(value === 'later')}
            />
          </Stack>
          {later ? (
            <TextInput
              type="datetime-local"
              aria-label={messages.maintenanceForm.time}
              value={from}
              onChange={event => setFrom(event.currentTarget.value)}
            />
          ) : undefined}
        </Group>
      )}
      <TextInput
        type="datetime-local"
        label={messages.maintenanceForm.plannedEnd}
        description={messages.maintenanceForm.lastsUntilYouEndIt}
        error={endProblem}
        value={to}
        onChange={event => setTo(event.currentTarget.value)}
      />
      <TextInput
        type="url"
        label={messages.maintenanceForm.statusPage}
        description={messages.maintenanceForm.statusAddress}
        maxLength={500}
        value={statusUrl}
        onChange={event => setStatusUrl(event.currentTarget.value)}
      />
      <Switch
        label={messages.maintenanceForm.peopleCanRead}
        description={messages.maintenanceForm.onlyChangesAreRefused}
        checked={readOnly}
        onChange={event => setReadOnly(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {messages.maintenanceForm.runningJobs}
      </Text>
      <Group>
        <Button disabled={!ready} loading={plan.isPending} onClick={() => void submit()}>
          {notice !== undefined && active === !planned
            ? messages.maintenanceForm.saveChanges
            : planned
              ? messages.maintenanceForm.announce
              : messages.maintenanceForm.beginMaintenance}
        </Button>
        {notice === undefined ? undefined : (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {active ? messages.maintenanceForm.endMaintenance : messages.maintenanceForm.cancelAnnouncement}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const fieldsOf = (notice: MaintenanceNotice | undefined) => ({
  message: notice?.message ?? '',
  later: notice?.active === false,
  from: notice === undefined ? '' : localTime(notice.from),
  to: notice === undefined || notice.to === null ? '' : localTime(notice.to),
  statusUrl: notice?.statusUrl ?? '',
  readOnly: notice?.readOnly ?? false,
});

function state(notice: MaintenanceNotice | undefined): string {
  if (notice === undefined) return messages.maintenanceForm.off;
  const from = longDate(notice.from);
  if (!notice.active) return messages.maintenanceForm.announcedFrom(from);
  return notice.readOnly ? messages.maintenanceForm.readOnlySince(from) : messages.maintenanceForm.onSince(from);
}
