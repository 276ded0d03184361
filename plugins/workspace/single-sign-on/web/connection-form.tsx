import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { toast, toastError, useLeaveQuestion } from '#core/ui/web/index.ts';
import type { SingleSignOn } from '../common/api.ts';
import { messages } from './messages.ts';
import { RemoveProvider } from './remove-provider.tsx';

/** Form of the settings of a provider: fields, a warning while single sign-on is on, and the buttons. */
export function ConnectionForm({
  state,
  kept,
  dirty,
  incomplete,
  warning,
  save,
  children,
}: {
  readonly state: SingleSignOn;
  /** True when the provider that is stored is of the protocol of the form. */
  readonly kept: boolean;
  /** True when a field has another value than it began with. */
  readonly dirty: boolean;
  readonly incomplete: boolean;
  /** Says which changes switch single sign-on off. */
  readonly warning: string;
  readonly save: UseMutationResult<SingleSignOn | undefined, Error, void>;
  readonly children: ReactNode;
}): JSX.Element {
  const unchanged = kept && !dirty;
  useLeaveQuestion(dirty);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        save.mutate(undefined, { onSuccess: () => toast(messages.providerForm.saved), onError: toastError });
      }}
    >
      <Stack gap="md">
        {children}
        {state.connection?.enabled === true && !unchanged ? (
          <Text size="sm" role="status">
            {kept ? warning : messages.providerForm.protocolSwitchesOff}
          </Text>
        ) : undefined}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={unchanged || incomplete}>
            {messages.shared.save}
          </Button>
          {kept ? <RemoveProvider organizationId={state.organization.id} /> : undefined}
        </Group>
      </Stack>
    </form>
  );
}
