import { Alert, Button, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { MfaChallenge } from '#core/auth/common/index.ts';
import { passwordProblem } from '#core/auth/common/index.ts';
import { challengeOf, SessionStore } from '#core/auth/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import type { Invitation } from '#core/tenancy/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ErrorPanel, errorText } from '#core/ui/web/index.ts';
import { NameFields } from '../account-fields.tsx';
import { Mark } from '../brand.tsx';
import { messages } from '../messages.ts';
import { SecondStep } from '../second-step.tsx';
import classes from '../shell.module.css';

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

  if (invitation.error !== null) return <ErrorPanel error={invitation.error} />;
  const data = invitation.data;
  const weak = password === '' ? undefined : passwordProblem(password);

  const signedIn = data !== undefined && email === data.id;
  return (
    <main className={classes['card']}>
      <div className={classes['cardInner']}>
        <div className={classes['brand']}>
          <Mark size={30} />
          Loupe
        </div>
        {data === undefined ? (
          <Skeleton h={220} />
        ) : challenge !== undefined ? (
          <div className={classes['cardPanel']}>
            <SecondStep
              challenge={challenge}
              onDone={() => join(data)}
              onCancel={reason => {
                setProblem(reason);
                setChallenge(undefined);
              }}
            />
          </div>
        ) : (
          <form
            className={classes['cardPanel']}
            onSubmit={event => {
              event.preventDefault();
              joining.mutate(data);
            }}
          >
            <Stack gap="md">
              <div>
                <Text fw={600}>{messages.invitationPage.joinTeamName(data.team_name)}</Text>
                <Text c="var(--loupe-muted)">
                  {messages.invitationPage.invitedByInvitedEmail(data.invited_by, data.email, data.organization_name)}
                </Text>
              </div>
              {data.has_account ? undefined : (
                <NameFields name={name} autoFocus onChange={part => setName({ ...name, ...part })} />
              )}
              {signedIn ? undefined : (
                <PasswordInput
                  label={
                    data.has_account ? messages.invitationPage.yourPassword : messages.invitationPage.chooseAPassword
                  }
                  autoComplete={data.has_account ? 'current-password' : 'new-password'}
                  value={password}
                  error={data.has_account || weak === undefined ? undefined : messages.shared.pleaseWeak(weak)}
                  onChange={event => setPassword(event.currentTarget.value)}
                />
              )}
              {problem === undefined ? undefined : (
                <Alert color="red" p="xs" role="alert">
                  {problem}
                </Alert>
              )}
              <Button
                type="submit"
                size="sm"
                loading={joining.isPending}
                disabled={!signedIn && (password === '' || (!data.has_account && weak !== undefined))}
              >
                {data.has_account ? messages.invitationPage.joinTheTeam : messages.invitationPage.createAccountAndJoin}
              </Button>
            </Stack>
          </form>
        )}
      </div>
    </main>
  );
}
