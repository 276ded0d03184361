import { Anchor, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { isFault } from '#core/base/common/index.ts';
import type { MfaChallenge } from '#core/auth/common/index.ts';
import { challengeOf, SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import type { Invitation } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ErrorPanel, errorText, useOnceAtATime } from '#core/ui/web/index.ts';
import { isGoodPassword, NameFields, NewPasswordField } from '../account-fields.tsx';
import { CardForm } from '../card-form.tsx';
import { messages } from '../messages.ts';
import { SecondStep } from '../second-step.tsx';
import { SignInCard } from '../sign-in-card.tsx';

/** Joins a team by the link of an invitation; a new person makes the account here. */
export function InvitationPage({
  token,
  onDone,
}: {
  readonly token: string;
  readonly onDone: (path: string) => void;
}): JSX.Element {
  const session = useService(SessionStore);
  const teams = useService(TeamStore);
  const { email } = useSnapshot(session.state);
  const invitation = useQuery({
    queryKey: ['core', 'invitation', token],
    queryFn: () => teams.api.getInvitation({ params: { token } }),
  });
  const [name, setName] = useState({ first_name: '', last_name: '' });
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<MfaChallenge>();

  const join = async ({ has_account, email: invited }: Invitation): Promise<void> => {
    const joined = await teams.api.acceptInvitation({
      params: { token },
      body: has_account ? {} : { ...name, password },
    });
    const landing = `/t/${joined.team_id}/projects`;
    if (!has_account) await session.signIn(invited, password, landing);
    onDone(landing);
  };
  const joining = useMutation({
    mutationFn: async (invited: Invitation) => {
      if (invited.has_account && email !== invited.id) await session.signIn(invited.email, password);
      await join(invited);
    },
    onMutate: () => setProblem(undefined),
    onError: error => {
      const asked = challengeOf(error);
      if (asked === undefined) setProblem(errorText(error));
      setChallenge(asked);
    },
  });
  const submit = useOnceAtATime(joining);

  if (invitation.error !== null)
    return (
      <SignInCard>
        {isFault(invitation.error) && invitation.error.status === 404 ? (
          <Stack gap="md">
            <Text role="alert">{messages.invitationPage.gone}</Text>
            <Anchor href="/" size="sm">
              {messages.shared.toSignIn}
            </Anchor>
          </Stack>
        ) : (
          <ErrorPanel error={invitation.error} onRetry={() => void invitation.refetch()} />
        )}
      </SignInCard>
    );
  const data = invitation.data;
  if (data === undefined)
    return (
      <SignInCard>
        <Skeleton h={220} />
      </SignInCard>
    );
  if (challenge !== undefined)
    return (
      <SignInCard>
        <SecondStep
          challenge={challenge}
          onDone={() => join(data)}
          onCancel={reason => {
            setProblem(reason);
            setChallenge(undefined);
          }}
        />
      </SignInCard>
    );
  const signedIn = email === data.id;
  const ready = data.has_account
    ? signedIn || password !== ''
    : isGoodPassword(password) && name.first_name.trim() !== '';
  return (
    <SignInCard>
      <CardForm
        title={messages.invitationPage.joinTeamName(data.team_name)}
        note={messages.invitationPage.invitedByInvitedEmail(data.invited_by, data.email, data.organization_name)}
        problem={problem}
        action={data.has_account ? messages.invitationPage.joinTheTeam : messages.invitationPage.createAccountAndJoin}
        busy={joining.isPending}
        ready={ready}
        onSubmit={() => submit(data)}
      >
        {data.has_account ? undefined : (
          <>
            <NameFields name={name} autoFocus onChange={part => setName({ ...name, ...part })} />
            <NewPasswordField
              label={messages.invitationPage.chooseAPassword}
              password={password}
              onChange={setPassword}
            />
          </>
        )}
        {data.has_account && !signedIn ? (
          <PasswordInput
            label={messages.invitationPage.yourPassword}
            autoComplete="current-password"
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
          />
        ) : undefined}
      </CardForm>
    </SignInCard>
  );
}
