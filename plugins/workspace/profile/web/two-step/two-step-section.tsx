import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import type { MfaState } from '#core/auth/common/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { useEmail, useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Modal, StatusChip, toast, toastError } from '#core/ui/web/index.ts';
import { useIdentityProof } from '../identity-proof.tsx';
import { messages } from '../messages.ts';
import { ProfileClient } from '../profile-client.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

/** The key that is being set up, or the recovery codes to show. */
type Opened = { readonly secret: string; readonly uri: string } | { readonly codes: readonly string[] };

const QUERY = ['profile', 'mfa'] as const;

/** Two-step sign-in: an authenticator app and recovery codes. */
export function TwoStepSection({ onDevicesEnded }: { readonly onDevicesEnded: () => void }): JSX.Element {
  const { mfa } = useService(ProfileClient);
  const session = useService(SessionStore);
  const queries = useQueryClient();
  const email = useEmail();
  const { withProof, dialog } = useIdentityProof();
  const [open, setOpen] = useState<Opened>();
  const state = useQuery({ queryKey: QUERY, queryFn: () => session.getPreferredMfa() });
  if (state.error !== null) return <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />;
  if (state.data === undefined) return <Skeleton h={60} maw={560} />;

  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: QUERY });
  const change = (work: () => Promise<void>): void => void withProof(work).then(refresh, toastError);
  const remove = async (): Promise<void> => {
    const yes = await confirm({
      title: messages.twoStepSection.removeTheAuthenticatorApp,
      text: messages.twoStepSection.yourPasswordAloneWillSign,
      action: messages.shared.remove,
      danger: true,
    });
    if (!yes) return;
    change(async () => {
      await mfa.removeTotp();
      onDevicesEnded();
      toast(messages.twoStepSection.authenticatorAppRemoved, { tone: 'success' });
    });
  };

  return (
    <>
      <Summary
        state={state.data}
        onSetUp={() => change(async () => setOpen(await session.setUpTotp()))}
        onSwitch={on => change(async () => void (await session.setPreferredMfa(on ? 'TOTP' : 'NOMFA')))}
        onRemove={() => void remove()}
        onRenew={() =>
          change(async () => setOpen({ codes: (await mfa.renewRecoveryCodes({ body: {} })).recoveryCodes }))
        }
      />
      <Modal
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={
          open !== undefined && 'codes' in open
            ? messages.shared.recoveryCodes
            : messages.twoStepSection.setUpTwoStepSignIn
        }
        size="sm"
        closeOnClickOutside={false}
      >
        {open === undefined ? undefined : 'codes' in open ? (
          <RecoveryCodes codes={open.codes} email={email} onDone={() => setOpen(undefined)} />
        ) : (
          <TotpSetup
            {...open}
            onCancel={() => setOpen(undefined)}
            onVerified={codes => {
              setOpen({ codes });
              onDevicesEnded();
              toast(messages.twoStepSection.twoStepSignInIsOn, { tone: 'success' });
              void refresh();
            }}
          />
        )}
      </Modal>
      {dialog}
    </>
  );
}

function Summary({
  state,
  onSetUp,
  onSwitch,
  onRemove,
  onRenew,
}: {
  readonly state: MfaState;
  readonly onSetUp: () => void;
  readonly onSwitch: (on: boolean) => void;
  readonly onRemove: () => void;
  readonly onRenew: () => void;
}): JSX.Element {
  if (!state.totp)
    return (
      <Stack gap="sm" maw={560} align="flex-start">
        <Text c="var(--loupe-muted)">{messages.twoStepSection.askForACode}</Text>
        <Button onClick={onSetUp}>{messages.twoStepSection.setUp}</Button>
      </Stack>
    );
  const on = state.preferred !== 'NOMFA';
  return (
    <Stack gap="sm" maw={560}>
      <Group gap="sm">
        <StatusChip
          label={on ? messages.twoStepSection.on : messages.twoStepSection.off}
          color={on ? 'var(--loupe-success)' : 'var(--loupe-muted)'}
        />
        <Text>{messages.twoStepSection.authenticatorAppRecoveryCodesRecovery(state.recoveryCodes)}</Text>
      </Group>
      <Group gap="xs">
        <Button variant={on ? 'default' : 'filled'} onClick={() => onSwitch(!on)}>
          {on ? messages.twoStepSection.turnOff : messages.shared.turnOn}
        </Button>
        <Button variant="default" onClick={onRenew}>
          {messages.twoStepSection.newRecoveryCodes}
        </Button>
        <Button variant="default" onClick={onRemove}>
          {messages.twoStepSection.removeApp}
        </Button>
      </Group>
    </Stack>
  );
}
