import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { SessionStore } from '#core/auth/web/index.ts';
import { useEmail, useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Modal, toast, toastError } from '#core/ui/web/index.ts';
import { useIdentityProof } from '../identity-proof.tsx';
import { messages } from '../messages.ts';
import { ProfileClient } from '../profile-client.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { PhoneSetup } from './phone-setup.tsx';
import { TotpSetup } from './totp-setup.tsx';
import { TwoStepSummary } from './two-step-summary.tsx';

/** The key or phone that is being set up, or the recovery codes to show. */
type Opened =
  | { readonly secret: string; readonly uri: string }
  | { readonly phone: true }
  | { readonly codes: readonly string[] };

const QUERY = ['profile', 'mfa'] as const;

/** Two-step sign-in: an authenticator app, a phone and recovery codes. */
export function TwoStepSection({ onDevicesEnded }: { readonly onDevicesEnded: () => void }): JSX.Element {
  const { mfa } = useService(ProfileClient);
  const session = useService(SessionStore);
  const queries = useQueryClient();
  const email = useEmail();
  const { withProof, dialog } = useIdentityProof();
  const [open, setOpen] = useState<Opened>();
  const state = useQuery({ queryKey: QUERY, queryFn: () => session.getPreferredMfa() });
  const showsCodes = open !== undefined && 'codes' in open;
  if (state.error !== null) return <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />;
  if (state.data === undefined) return <Skeleton h={60} maw={560} />;

  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: QUERY });
  const change = (work: () => Promise<void>): void => void withProof(work).then(refresh, toastError);
  const { totp, sms } = state.data;
  const isOnly = !(totp && sms.phone !== null);
  const remove = async (factor: 'app' | 'phone'): Promise<void> => {
    const texts = messages.twoStepSection.removal[factor];
    const yes = await confirm({
      title: texts.question,
      text: isOnly ? messages.twoStepSection.yourPasswordAloneWillSign : texts.otherStays,
      action: messages.shared.remove,
      danger: true,
    });
    if (!yes) return;
    change(async () => {
      await (factor === 'app' ? mfa.removeTotp() : mfa.removeSms());
      onDevicesEnded();
      toast(texts.removed, { tone: 'success' });
    });
  };
  const verified = (codes: readonly string[]): void => {
    setOpen(codes.length === 0 ? undefined : { codes });
    onDevicesEnded();
    toast(messages.twoStepSection.twoStepSignInIsOn, { tone: 'success' });
    void refresh();
  };

  return (
    <>
      <TwoStepSummary
        state={state.data}
        onSetUpApp={() => change(async () => setOpen(await session.setUpTotp()))}
        onSetUpPhone={() => setOpen({ phone: true })}
        onPrefer={preferred => change(async () => void (await session.setPreferredMfa(preferred)))}
        onRemoveApp={() => void remove('app')}
        onRemovePhone={() => void remove('phone')}
        onRenew={() =>
          change(async () => setOpen({ codes: (await mfa.renewRecoveryCodes({ body: {} })).recoveryCodes }))
        }
      />
      <Modal
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={showsCodes ? messages.shared.recoveryCodes : messages.twoStepSection.setUpTwoStepSignIn}
        size="sm"
        closeOnClickOutside={false}
        shownOnce={showsCodes}
      >
        {open === undefined ? undefined : 'codes' in open ? (
          <RecoveryCodes codes={open.codes} email={email} onDone={() => setOpen(undefined)} />
        ) : 'phone' in open ? (
          <PhoneSetup withProof={withProof} onCancel={() => setOpen(undefined)} onVerified={verified} />
        ) : (
          <TotpSetup {...open} onCancel={() => setOpen(undefined)} onVerified={verified} />
        )}
      </Modal>
      {dialog}
    </>
  );
}
