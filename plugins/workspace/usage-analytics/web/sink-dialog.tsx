import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { UsageSettings, UsageSink } from '../common/api.ts';
import { usageSinks } from '../common/api.ts';
import { messages } from './messages.ts';
import { UsageClient } from './usage-client.ts';

/** Chooses where actions are sent. `suggested` is chosen at first. */
export function SinkDialog({
  settings,
  suggested,
  onClose,
}: {
  readonly settings: UsageSettings | undefined;
  readonly suggested: UsageSink | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  const opened = settings !== undefined && suggested !== undefined;
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.usageAnalytics}>
      {opened ? <SinkForm settings={settings} suggested={suggested} onClose={onClose} /> : undefined}
    </Modal>
  );
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function SinkForm({
  settings,
  suggested,
  onClose,
}: {
  readonly settings: UsageSettings;
  readonly suggested: UsageSink;
  readonly onClose: () => void;
}): JSX.Element {
  const { api } = useService(UsageClient);
  const queries = useQueryClient();
  const [sink, setSink] = useState(suggested);
  const [address, setAddress] = useState(settings.address ?? '');
  const wrong = sink === 'http' && address.trim() !== '' && !isAddress(address.trim());
  const submit = async (): Promise<void> => {
    const after = await api.setUsageSettings({
      body: { sink, ...(sink === 'http' ? { address: address.trim() } : {}) },
    });
    queries.setQueryData(['admin', 'usage', 'settings'], after);
    await queries.invalidateQueries({ queryKey: ['admin', 'usage'] });
    toast(messages.sinkDialog.saved[sink === 'off' ? 'off' : 'on'], { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm
      action={messages.sinkDialog.save}
      ready={sink !== 'http' || isAddress(address.trim())}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Text size="sm">{messages.sinkDialog.explain}</Text>
      <Radio.Group
        label={messages.sinkDialog.where}
        value={sink}
        onChange={value => setSink(usageSinks.find(each => each === value) ?? 'off')}
      >
        <Stack gap="sm" mt="xs">
          {usageSinks.map(each => {
            const unavailable = each === 'file' && !settings.file_allowed;
            return (
              <Radio
                key={each}
                value={each}
                disabled={unavailable}
                label={messages.sinkDialog.sinks[each]}
                description={unavailable ? messages.sinkDialog.noFile : messages.sinkDialog.hints[each]}
              />
            );
          })}
        </Stack>
      </Radio.Group>
      {sink === 'http' ? (
        <TextInput
          type="url"
          label={messages.sinkDialog.address}
          description={messages.sinkDialog.addressHint}
          error={wrong ? messages.sinkDialog.notAnAddress : undefined}
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
        />
      ) : undefined}
      {settings.changed_by === null ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.sinkDialog.changedBy(settings.changed_by)}
        </Text>
      )}
    </DialogForm>
  );
}
