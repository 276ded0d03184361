import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { useAccounts } from '../accounts-client.ts';
import { MailedLink } from '../mailed-link.tsx';
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
      <MailedLink
        purpose={props.purpose}
        token={props.token}
        height={160}
        form={email => <EmailLink {...props} email={email} />}
      />
    </SignInCard>
  );
}

function EmailLink({ purpose, token, email, onDone }: EmailLinkProps & { readonly email: string }): JSX.Element {
  const accounts = useAccounts();
  const undoes = purpose === 'email-undo';
  const using = useMutation({
    mutationFn: () =>
      undoes ? accounts.undoEmailChange({ body: { token } }) : accounts.confirmEmailChange({ body: { token } }),
  });
  const submit = useOnceAtATime(using);

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
  return (
    <Stack gap="md">
      <Text component="h1" fw={600}>
        {undoes ? messages.emailLinkPage.undoTheChange : messages.emailLinkPage.confirmYourNewAddress}
      </Text>
      <Text c="var(--loupe-muted)">
        {undoes
          ? messages.emailLinkPage.youSignInWithEmailAgain(email)
          : messages.emailLinkPage.youWillSignInWithEmail(email)}
      </Text>
      {using.error === null ? undefined : (
        <Alert color="red" variant="light" p="xs" role="alert">
          {errorText(using.error)}
        </Alert>
      )}
      <Button size="sm" loading={using.isPending} onClick={() => submit()}>
        {undoes ? messages.emailLinkPage.undo : messages.emailLinkPage.confirm}
      </Button>
    </Stack>
  );
}
