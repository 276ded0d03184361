import { Button, Checkbox, Code, CopyButton, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { TokenScope } from '#core/permissions/common/index.ts';
import { teamRoles, tokenScopes } from '#core/permissions/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { AccessTokensClient } from './access-tokens-client.ts';
import { messages } from './messages.ts';

interface NewTokenProps {
  readonly opened: boolean;
  readonly teamId: number;
  /** The person may make services. */
  readonly services: boolean;
  readonly onClose: () => void;
  readonly onMade: () => void;
}

const LIVES = [30, 90, 365];
const NO_EXPIRY = 'never';

/** Makes a token and shows its text once. */
export function NewTokenDialog(props: NewTokenProps): JSX.Element {
  const [token, setToken] = useState<string>();
  const close = (): void => {
    setToken(undefined);
    props.onClose();
  };
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={messages.shared.newToken}
      size="md"
      shownOnce={token !== undefined}
    >
      {token !== undefined ? (
        <MadeToken token={token} onClose={close} />
      ) : props.opened ? (
        <TokenForm
          {...props}
          onToken={text => {
            setToken(text);
            props.onMade();
          }}
        />
      ) : undefined}
    </Modal>
  );
}

function MadeToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }): JSX.Element {
  return (
    <Stack gap="md">
      <Text fw={500}>{messages.newTokenDialog.copyNow}</Text>
      <Group wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{token}</Code>
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button variant="default" style={{ flexShrink: 0 }} onClick={copy}>
              {copied ? messages.newTokenDialog.copied : messages.newTokenDialog.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <div>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.newTokenDialog.usage}
        </Text>
        <Code block>{messages.newTokenDialog.authorizationBearerToken(token.slice(0, 12))}</Code>
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>{messages.newTokenDialog.done}</Button>
      </Group>
    </Stack>
  );
}

function TokenForm({
  teamId,
  services,
  onClose,
  onToken,
}: NewTokenProps & { readonly onToken: (token: string) => void }): JSX.Element {
  const { api } = useService(AccessTokensClient);
  const [kind, setKind] = useState<'personal' | 'service'>('personal');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [days, setDays] = useState('90');
  const [role, setRole] = useState(String(teamRoles.contributor));
  const submit = async (): Promise<void> => {
    const made = await api.createAccessToken({
      params: { team_id: teamId },
      body: {
        kind,
        name: name.trim(),
        scopes: scopes as TokenScope[],
        expires_in_days: days === NO_EXPIRY ? null : Number(days),
        ...(kind === 'service' ? { role: Number(role) === teamRoles.teamAdmin ? 7 : 4 } : {}),
      },
    });
    onToken(made.token);
  };
  return (
    <DialogForm
      action={messages.newTokenDialog.create}
      ready={name.trim() !== '' && scopes.length > 0}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={60}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {services ? (
        <Radio.Group
          label={messages.newTokenDialog.kind}
          value={kind}
          onChange={value => setKind(value === 'service' ? 'service' : 'personal')}
        >
          <Stack gap="xs" mt={4}>
            <Radio
              value="personal"
              label={messages.shared.personal}
              description={messages.newTokenDialog.personalNote}
            />
            <Radio value="service" label={messages.shared.service} description={messages.newTokenDialog.serviceNote} />
          </Stack>
        </Radio.Group>
      ) : undefined}
      {kind === 'service' ? (
        <Select
          label={messages.newTokenDialog.role}
          allowDeselect={false}
          value={role}
          onChange={value => setRole(value ?? role)}
          data={[
            { value: String(teamRoles.contributor), label: messages.newTokenDialog.contributor },
            { value: String(teamRoles.teamAdmin), label: messages.newTokenDialog.teamAdmin },
          ]}
        />
      ) : undefined}
      <Checkbox.Group label={messages.shared.scopes} value={scopes} onChange={setScopes}>
        <Stack gap="xs" mt={4}>
          {tokenScopes.map(scope => (
            <Checkbox
              key={scope}
              value={scope}
              label={messages.tokenScopes.names[scope]}
              description={messages.tokenScopes.details[scope]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={messages.newTokenDialog.expiry}
        allowDeselect={false}
        value={days}
        onChange={value => setDays(value ?? days)}
        data={[
          ...LIVES.map(each => ({ value: String(each), label: messages.newTokenDialog.days(each) })),
          { value: NO_EXPIRY, label: messages.newTokenDialog.noExpiry },
        ]}
      />
    </DialogForm>
  );
}
