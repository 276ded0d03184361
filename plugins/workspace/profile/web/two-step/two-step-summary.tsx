import { Button, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { MfaState, MfaType } from '#core/auth/common/index.ts';
import { StatusChip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Actions on the second step. */
export interface TwoStepActions {
  readonly onSetUpApp: () => void;
  readonly onSetUpPhone: () => void;
  readonly onPrefer: (preferred: MfaType) => void;
  readonly onRemoveApp: () => void;
  readonly onRemovePhone: () => void;
  readonly onRenew: () => void;
}

/** The factors of the person, the one that sign-in asks for, and what can be done with them. */
export function TwoStepSummary({
  state: { preferred, totp, sms, recoveryCodes },
  ...actions
}: { readonly state: MfaState } & TwoStepActions): JSX.Element {
  const hasPhone = sms.phone !== null;
  const addPhone =
    sms.available && !hasPhone ? (
      <Button variant="default" onClick={actions.onSetUpPhone}>
        {messages.twoStepSection.setUpPhone}
      </Button>
    ) : undefined;
  if (!totp && !hasPhone)
    return (
      <Stack gap="sm" maw={560} align="flex-start">
        <Text c="var(--loupe-muted)">{messages.twoStepSection.askForACode}</Text>
        <Group gap="xs">
          <Button onClick={actions.onSetUpApp}>{messages.twoStepSection.setUp}</Button>
          {addPhone}
        </Group>
      </Stack>
    );
  const on = preferred !== 'NOMFA';
  return (
    <Stack gap="sm" maw={560}>
      <Group gap="sm">
        <StatusChip
          label={on ? messages.twoStepSection.on : messages.twoStepSection.off}
          color={on ? 'var(--loupe-success)' : 'var(--loupe-muted)'}
        />
        <Text>
          {[
            ...(totp ? [messages.twoStepSection.app] : []),
            ...(sms.phone === null ? [] : [messages.twoStepSection.phone(sms.phone)]),
            messages.twoStepSection.codesLeft(recoveryCodes),
          ].join(' · ')}
        </Text>
      </Group>
      {totp && hasPhone && on ? (
        <Text c="var(--loupe-muted)">
          {preferred === 'SMS' ? messages.twoStepSection.asksForMessage : messages.twoStepSection.asksForApp}
        </Text>
      ) : undefined}
      <Group gap="xs">
        <Button
          variant={on ? 'default' : 'filled'}
          onClick={() => actions.onPrefer(on ? 'NOMFA' : totp ? 'TOTP' : 'SMS')}
        >
          {on ? messages.twoStepSection.turnOff : messages.shared.turnOn}
        </Button>
        {totp && hasPhone && on ? (
          <Button variant="default" onClick={() => actions.onPrefer(preferred === 'SMS' ? 'TOTP' : 'SMS')}>
            {preferred === 'SMS' ? messages.twoStepSection.askForApp : messages.twoStepSection.askForMessage}
          </Button>
        ) : undefined}
        <Button variant="default" onClick={actions.onRenew}>
          {messages.twoStepSection.newRecoveryCodes}
        </Button>
        {totp ? (
          <Button variant="default" onClick={actions.onRemoveApp}>
            {messages.twoStepSection.removeApp}
          </Button>
        ) : (
          <Button variant="default" onClick={actions.onSetUpApp}>
            {messages.twoStepSection.setUpApp}
          </Button>
        )}
        {hasPhone ? (
          <Button variant="default" onClick={actions.onRemovePhone}>
            {messages.twoStepSection.removePhone}
          </Button>
        ) : (
          addPhone
        )}
      </Group>
    </Stack>
  );
}
