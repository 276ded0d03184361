import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { ProfileClient } from '../profile-client.ts';

/** Asks for the number of a phone, and for the code that was sent to it. */
export function PhoneSetup({
  withProof,
  onVerified,
  onCancel,
}: {
  /** Runs a change, after a proof of who one is where the server asks for it; false when it was not proven. */
  readonly withProof: (change: () => Promise<void>) => Promise<boolean>;
  readonly onVerified: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const { mfa } = useService(ProfileClient);
  const [phone, setPhone] = useState('');
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');
  if (!sent)
    return (
      <DialogForm
        key="phone"
        action={messages.phoneSetup.sendCode}
        ready={phone.trim() !== ''}
        onSubmit={async () => {
          if (await withProof(async () => void (await mfa.setUpSms({ body: { phone: phone.trim() } })))) setSent(true);
        }}
        onCancel={onCancel}
      >
        <TextInput
          label={messages.phoneSetup.phone}
          description={messages.phoneSetup.phoneHint}
          type="tel"
          autoComplete="tel"
          data-autofocus
          value={phone}
          onChange={event => setPhone(event.currentTarget.value)}
        />
      </DialogForm>
    );
  return (
    <DialogForm
      key="code"
      action={messages.shared.turnOn}
      ready={code.replaceAll(/\s/g, '').length === 6}
      onSubmit={async () => onVerified((await mfa.verifySms({ body: { code } })).recoveryCodes)}
      onCancel={onCancel}
    >
      <Text>{messages.phoneSetup.codeSent(phone.trim())}</Text>
      <TextInput
        label={messages.phoneSetup.code}
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
