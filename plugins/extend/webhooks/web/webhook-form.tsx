import { Checkbox, MultiSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { allProjects, SHOWN_PROJECTS } from '#plugins/workspace/projects/web/kit/index.ts';
import type { WebhookSettings, WebhookView } from '../common/api.ts';
import { webhookEvents } from '../common/webhook-events.ts';
import { messages } from './messages.ts';
import { WebhooksClient, webhooksKey } from './webhooks-client.ts';

interface WebhookFormProps {
  readonly opened: boolean;
  /** The webhook that is changed; absent for a new one. */
  readonly webhook?: WebhookView;
  readonly onSubmit: (settings: WebhookSettings, enabled: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** Name, address, events and projects of a webhook. */
export function WebhookForm(props: WebhookFormProps): JSX.Element {
  const title = props.webhook === undefined ? messages.shared.newWebhook : messages.form.editWebhook;
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={title} size="lg">
      {props.opened ? <Fields {...props} /> : undefined}
    </Modal>
  );
}

function Fields({ webhook, onSubmit, onClose }: WebhookFormProps): JSX.Element {
  const { projects } = useService(WebhooksClient);
  const team = useTeam();
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['item.status_changed']);
  const [chosen, setChosen] = useState<string[]>(webhook?.project_ids.map(String) ?? []);
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const list = useQuery({ queryKey: [...webhooksKey(team.id), 'projects'], queryFn: () => allProjects(projects) });
  const names = new Map((list.data ?? []).map(each => [String(each.id), each.name]));
  const submit = (): Promise<void> =>
    onSubmit({ name: name.trim(), url: url.trim(), events, project_ids: chosen.map(Number) }, enabled);
  return (
    <DialogForm
      action={webhook === undefined ? messages.form.create : messages.form.save}
      ready={name.trim() !== '' && URL.canParse(url.trim()) && events.length > 0}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextInput
        label={messages.shared.address}
        description={messages.form.addressHelp}
        maxLength={1_000}
        value={url}
        onChange={event => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group label={messages.shared.events} value={events} onChange={setEvents}>
        <Stack gap="xs" mt={4}>
          {webhookEvents.map(each => (
            <Checkbox key={each.type} value={each.type} label={each.title} description={each.description} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label={messages.form.scope}
        description={messages.form.scopeHelp}
        placeholder={chosen.length === 0 ? messages.shared.allProjects : ''}
        searchable
        limit={SHOWN_PROJECTS}
        // Projects that were deleted stay chosen until they are taken out.
        data={[...new Set([...names.keys(), ...chosen])].map(value => ({
          value,
          label: names.get(value) ?? messages.form.project(value),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      {webhook === undefined ? undefined : (
        <Switch
          label={messages.form.enabled}
          checked={enabled}
          onChange={event => setEnabled(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}
