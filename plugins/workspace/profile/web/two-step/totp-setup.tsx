import { Anchor, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { QrCode } from './qr-code.tsx';

/** The key of a new authenticator app as a QR code, and its first code. */
export function TotpSetup({
  uri,
  secret,
  onVerified,
  onCancel,
}: {
  readonly uri: string;
  readonly secret: string;
  readonly onVerified: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const session = useService(SessionStore);
  const [code, setCode] = useState('');
  const [asText, setAsText] = useState(false);
  return (
    <DialogForm
      action={messages.shared.turnOn}
      ready={code.replaceAll(/\s/g, '').length === 6}
      onSubmit={async () => onVerified((await session.verifyTotp(code)).recoveryCodes)}
      onCancel={onCancel}
    >
      <Text>{messages.totpSetup.scanThisCode}</Text>
      <Group justify="center">
        <QrCode text={uri} label={messages.totpSetup.qrCodeOfTheAuthenticatorKey} />
      </Group>
      {asText ? (
        <Stack gap={4}>
          <Text size="sm" c="var(--loupe-muted)">
            {messages.totpSetup.enterThisKeyInTheApp}
          </Text>
          <Code fz="sm" py={6} ta="center" data-testid="authenticator-key">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Code>
        </Stack>
      ) : (
        <Anchor component="button" type="button" size="sm" onClick={() => setAsText(true)}>
          {messages.totpSetup.cantScan}
        </Anchor>
      )}
      <TextInput
        label={messages.totpSetup.codeFromTheApp}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        data-autofocus
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
