import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { isGoodPassword, NameFields, NewPasswordField } from '../account-fields.tsx';
import { useAccounts } from '../accounts-client.ts';
import { AddressForm } from '../address-form.tsx';
import { CardForm } from '../card-form.tsx';
import { MailedLink } from '../mailed-link.tsx';
import { messages } from '../messages.ts';
import { SignInCard } from '../sign-in-card.tsx';
import { useArrival } from '../use-arrival.ts';

/** Asks for a link that makes an account; with the token of such a link, makes it. */
export function SignUpPage({
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
          title={messages.shared.createAnAccount}
          help={messages.signUpPage.enterYourEMailAddress}
          action={messages.signUpPage.continue}
          sent={email => messages.signUpPage.weSentAMailToEmail(email)}
          send={email => accounts.requestSignUp({ body: { email } })}
        />
      ) : (
        <MailedLink
          purpose="sign-up"
          token={token}
          again="/sign-up"
          height={260}
          form={email => <NewAccount email={email} token={token} onDone={onDone} />}
        />
      )}
    </SignInCard>
  );
}

function NewAccount({
  email,
  token,
  onDone,
}: {
  readonly email: string;
  readonly token: string;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const accounts = useAccounts();
  const { arrive } = useArrival();
  const [account, setAccount] = useState({ first_name: '', last_name: '', password: '', organization: '' });
  const creating = useMutation({
    mutationFn: async () => {
      const { team_id } = await accounts.completeSignUp({ body: { token, ...account } });
      const landing = `/t/${team_id}/projects?fromSignUp=1`;
      if (await arrive(email, account.password, landing)) onDone(landing);
    },
  });
  const submit = useOnceAtATime(creating);
  const change = (part: Partial<typeof account>): void => setAccount({ ...account, ...part });
  const ready =
    account.first_name.trim() !== '' && account.organization.trim() !== '' && isGoodPassword(account.password);

  return (
    <CardForm
      title={messages.signUpPage.createYourAccount}
      note={email}
      problem={creating.error === null ? undefined : errorText(creating.error)}
      action={messages.signUpPage.createAccount}
      busy={creating.isPending}
      ready={ready}
      onSubmit={submit}
    >
      <NameFields name={account} autoFocus onChange={change} />
      <TextInput
        label={messages.signUpPage.organization}
        description={messages.signUpPage.yourCompany}
        autoComplete="organization"
        maxLength={100}
        value={account.organization}
        onChange={event => change({ organization: event.currentTarget.value })}
      />
      <NewPasswordField password={account.password} onChange={password => change({ password })} />
    </CardForm>
  );
}
