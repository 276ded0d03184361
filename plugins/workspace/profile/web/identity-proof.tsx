import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { MfaType } from '#core/auth/common/index.ts';
import { mfaApi } from '#core/auth/common/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { useEmail, useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toastError } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

interface Waiting {
  /** Factor that is asked for beside the password. */
  readonly preferred: MfaType;
  readonly answer: (proven: boolean) => void;
}

/** The calls of a proof, by the transport of the page: other plugins ask for proofs before this one has started. */
function useMfaCalls(): Client<typeof mfaApi> {
  const transport = useService(Transport);
  return useMemo(() => client(mfaApi, transport), [transport]);
}

/**
 * Runs sensitive changes of the account, and asks for the password (and a code) first where the server wants a proof.
 */
export function useIdentityProof(): {
  /** Runs the change; false when the person cancelled the proof. Rejects when the change itself fails. */
  readonly withProof: (change: () => Promise<void>) => Promise<boolean>;
  readonly dialog: JSX.Element;
} {
  const mfa = useMfaCalls();
  const [waiting, setWaiting] = useState<Waiting>();
  const withProof = async (change: () => Promise<void>): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (error) {
      if (!isFault(error) || error.code !== 'IDENTITY_UNCONFIRMED') throw error;
    }
    const { preferred } = await mfa.getPreferredMfa();
    // A message that does not go out is asked for no second time: a recovery code works as well.
    if (preferred === 'SMS') await mfa.sendCode({ body: {} }).catch(toastError);
    const proven = await new Promise<boolean>(resolve => setWaiting({ preferred, answer: resolve }));
    setWaiting(undefined);
    if (proven) await change();
    return proven;
  };
  return {
    withProof,
    dialog: (
      <Modal
        opened={waiting !== undefined}
        onClose={() => waiting?.answer(false)}
        title={messages.identityProof.confirmThatItsYou}
        size="xs"
        zIndex={300}
      >
        {waiting === undefined ? undefined : <ProofForm {...waiting} />}
      </Modal>
    ),
  };
}

function ProofForm({ preferred, answer }: Waiting): JSX.Element {
  const mfa = useMfaCalls();
  const email = useEmail();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsCode = preferred !== 'NOMFA';

  const submit = async (): Promise<void> => {
    // Codes of the app and of messages are six digits; recovery codes are longer.
    const method = !/^[\d\s]{6,8}$/.test(code) ? 'RECOVERY' : preferred === 'SMS' ? 'SMS' : 'TOTP';
    await mfa.confirmIdentity({ body: { password, ...(needsCode ? { method, code } : {}) } });
    answer(true);
  };

  return (
    <DialogForm
      action={messages.identityProof.confirm}
      ready={password !== '' && (!needsCode || code.trim() !== '')}
      onSubmit={submit}
      onCancel={() => answer(false)}
    >
      <Text>{messages.identityProof.youSignedInAWhileAgo}</Text>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={messages.shared.password}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
      {needsCode ? (
        <TextInput
          label={preferred === 'SMS' ? messages.identityProof.codeFromMessage : messages.identityProof.codeFromYourApp}
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
      ) : undefined}
    </DialogForm>
  );
}
