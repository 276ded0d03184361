import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { isGoodPassword, NewPasswordField } from '../account-fields.tsx';
import { useAccounts } from '../accounts-client.ts';
import { AddressForm } from '../address-form.tsx';
import { CardForm } from '../card-form.tsx';
import { MailedLink } from '../mailed-link.tsx';
import { messages } from '../messages.ts';
import { SecondStep } from '../second-step.tsx';
import { SignInCard } from '../sign-in-card.tsx';
import { useArrival } from '../use-arrival.ts';

/** Asks for a link that sets a new password; with the token of such a link, sets it. */
export function ResetPasswordPage({
  token,
  onDone,
}: {
  readonly token: string | undefined;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const accounts = useAccounts();
  return (
    <SignInCard>
      {token === undefined ? (
        <AddressForm
          title={messages.resetPasswordPage.resetYourPassword}
          help={messages.resetPasswordPage.enterTheEMailAddress}
          action={messages.resetPasswordPage.sendLink}
          sent={email => messages.resetPasswordPage.ifThereIsAnAccount(email)}
          send={email => accounts.requestPasswordReset({ body: { email } })}
        />
      ) : (
        <MailedLink
          purpose="password-reset"
          token={token}
          again="/reset-password"
          height={160}
          form={email => <NewPassword email={email} token={token} onDone={onDone} />}
        />
      )}
    </SignInCard>
  );
}

function NewPassword({
  email,
  token,
  onDone,
}: {
  readonly email: string;
  readonly token: string;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const accounts = useAccounts();
  const { challenge, arrive } = useArrival();
  const [password, setPassword] = useState('');
  const resetting = useMutation({
    mutationFn: async () => {
      await accounts.resetPassword({ body: { token, password } });
      if (await arrive(email, password, '/')) onDone('/');
    },
  });
  const submit = useOnceAtATime(resetting);

  if (challenge !== undefined)
    return <SecondStep challenge={challenge} onDone={() => onDone('/')} onCancel={() => onDone('/')} />;

  return (
    <CardForm
      title={messages.resetPasswordPage.setANewPassword}
      note={messages.resetPasswordPage.forEmail(email)}
      problem={resetting.error === null ? undefined : errorText(resetting.error)}
      action={messages.resetPasswordPage.setPasswordAndSignIn}
      busy={resetting.isPending}
      ready={isGoodPassword(password)}
      onSubmit={submit}
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label={messages.resetPasswordPage.newPassword}
        autoFocus
        password={password}
        onChange={setPassword}
      />
    </CardForm>
  );
}
