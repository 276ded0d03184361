import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { errorText } from '#core/ui/web/index.ts';
import { useAccounts } from '../accounts-client.ts';
import { messages } from '../messages.ts';
import { SignInCard } from '../sign-in-card.tsx';

interface EmailLinkProps {
  readonly purpose: 'email-change' | 'email-undo';
  readonly token: string;
  readonly onDone: (path: string) => void;
}

/** Confirms a new address of sign-in, or takes a change of it back, once the person presses the button. */
export function EmailLinkPage(props: EmailLinkProps): JSX.Element {
  return (
    <SignInCard>
      <EmailLink {...props} />
    </SignInCard>
  );
}

function EmailLink({ purpose, token, onDone }: EmailLinkProps): JSX.Element {
  const accounts = useAccounts();
  const undoes = purpose === 'email-undo';
  const link = useQuery({
    queryKey: ['core', 'link', token],
    queryFn: () => accounts.describeLink({ body: { purpose, token } }),
    staleTime: Infinity,
  });
  const using = useMutation({
    mutationFn: () =>
      undoes ? accounts.undoEmailChange({ body: { token } }) : accounts.confirmEmailChange({ body: { token } }),
  });

  if (using.data !== undefined)
    return (
      <Stack gap="md" role="status">
        <Text component="h1" fw={600}>
          {undoes ? messages.emailLinkPage.changeUndone : messages.emailLinkPage.addressConfirmed}
        </Text>
        <Text>
          {undoes
            ? messages.emailLinkPage.setANewPassword(using.data.email)
            : messages.emailLinkPage.signInWithEmailFromNowOn(using.data.email)}
        </Text>
        <Button size="sm" onClick={() => onDone('/')}>
          {messages.emailLinkPage.continueToLoupe}
        </Button>
      </Stack>
    );
  if (link.error !== null) return <Text role="alert">{errorText(link.error)}</Text>;
  if (link.data === undefined) return <Skeleton h={160} />;
  return (
    <Stack gap="md">
      <Text component="h1" fw={600}>
        {undoes ? messages.emailLinkPage.undoTheChange : messages.emailLinkPage.confirmYourNewAddress}
      </Text>
      <Text c="var(--loupe-muted)">
        {undoes
          ? messages.emailLinkPage.youSignInWithEmailAgain(link.data.email)
          : messages.emailLinkPage.youWillSignInWithEmail(link.data.email)}
      </Text>
      {using.error === null ? undefined : (
        <Alert color="red" variant="light" p="xs" role="alert">
          {errorText(using.error)}
        </Alert>
      )}
      <Button size="sm" loading={using.isPending} onClick={() => using.mutate()}>
        {undoes ? messages.emailLinkPage.undo : messages.emailLinkPage.confirm}
      </Button>
    </Stack>
  );
}
