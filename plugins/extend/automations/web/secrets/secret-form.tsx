import { ActionIcon, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { Icon, Modal, toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import type { SecretView } from '../../common/actions-api.ts';
import { secretName } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';

interface KeyRow {
  readonly id: number;
  readonly key: string;
  readonly value: string;
  /** It has a value already, which stays unless another one is entered. */
  readonly stored: boolean;
}

interface SecretFormProps {
  /** Undefined makes a new one. */
  readonly secret: SecretView | undefined;
  readonly onClose: () => void;
}

/** Creates a secret, or replaces values of one. */
export function SecretForm({ secret, onClose }: SecretFormProps): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [name, setName] = useState(secret?.name ?? '');
  const [description, setDescription] = useState(secret?.description ?? '');
  const [rows, setRows] = useState<readonly KeyRow[]>(
    secret?.keys.map((key, id) => ({ id, key, value: '', stored: true })) ?? [
      { id: 0, key: '', value: '', stored: false },
    ],
  );
  const change = (id: number, part: Partial<KeyRow>): void =>
    setRows(rows.map(each => (each.id === id ? { ...each, ...part } : each)));
  const nameWrong = name !== '' && !secretName.safeParse(name).success;
  const distinct = new Set(rows.map(each => each.key)).size === rows.length;
  const complete =
    secretName.safeParse(name).success &&
    distinct &&
    rows.length > 0 &&
    rows.every(each => secretName.safeParse(each.key).success && (each.stored || each.value !== ''));
  const saving = useMutation({
    mutationFn: async () => {
      const values = Object.fromEntries(rows.filter(each => each.value !== '').map(each => [each.key, each.value]));
      const remove = secret?.keys.filter(key => !rows.some(each => each.key === key)) ?? [];
      await (secret === undefined
        ? actions.createSecret({ body: { name, description, values } })
        : actions.updateSecret({ params: { secret_id: secret.id }, body: { description, values, remove } }));
      toast(messages.secretForm.isSaved(name), { tone: 'success' });
      onClose();
      await queries.invalidateQueries({ queryKey: [...automationsKey(team.id), 'secrets'] });
    },
    onError: toastError,
  });
  const submit = useOnceAtATime(saving);
  return (
    <Modal
      opened
      onClose={onClose}
      title={secret === undefined ? messages.secretsPage.newSecret : messages.secretForm.editName(secret.name)}
      size="lg"
    >
      <form
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {secret === undefined ? (
            <TextInput
              label={messages.shared.name}
              description={messages.secretForm.nameHint}
              data-autofocus
              withAsterisk
              {...(nameWrong ? { error: messages.secretForm.wrongName } : {})}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
            />
          ) : undefined}
          <TextInput
            label={messages.shared.description}
            maxLength={2000}
            value={description}
            onChange={event => setDescription(event.currentTarget.value)}
          />
          {rows.map((each, at) => (
            <Group key={each.id} gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                aria-label={messages.secretForm.keyCount(at + 1)}
                placeholder={messages.secretForm.key}
                disabled={each.stored}
                {...(each.key !== '' && !secretName.safeParse(each.key).success
                  ? { error: messages.secretForm.wrongName }
                  : {})}
                value={each.key}
                onChange={event => change(each.id, { key: event.currentTarget.value })}
              />
              <PasswordInput
                aria-label={messages.secretForm.valueOf(
                  each.key === '' ? messages.secretForm.keyCount(at + 1) : each.key,
                )}
                placeholder={each.stored ? messages.secretForm.unchanged : messages.secretForm.value}
                style={{ flex: 1 }}
                autoComplete="new-password"
                maxLength={32_768}
                value={each.value}
                onChange={event => change(each.id, { value: event.currentTarget.value })}
              />
              <ActionIcon
                mt={6}
                disabled={rows.length === 1}
                aria-label={messages.secretForm.removeKey(
                  each.key === '' ? messages.secretForm.keyCount(at + 1) : each.key,
                )}
                onClick={() => setRows(rows.filter(row => row.id !== each.id))}
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            </Group>
          ))}
          <Group justify="space-between">
            <Button
              variant="subtle"
              disabled={rows.length >= 50}
              leftSection={<Icon name="plus" size={14} />}
              onClick={() =>
                setRows([
                  ...rows,
                  { id: Math.max(0, ...rows.map(each => each.id)) + 1, key: '', value: '', stored: false },
                ])
              }
            >
              {messages.secretForm.addKey}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {messages.shared.cancel}
              </Button>
              <Button type="submit" loading={saving.isPending} disabled={!complete}>
                {messages.shared.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
