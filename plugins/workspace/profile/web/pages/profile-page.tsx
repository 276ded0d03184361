import { Button, Group, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, PageBody, toast, useLeaveQuestion } from '#core/ui/web/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import type { User } from '../../common/api.ts';
import { usernameProblem } from '../../common/username.ts';
import { CloseAccount } from '../close-account.tsx';
import { EmailField } from '../email-field.tsx';
import { messages } from '../messages.ts';
import { PictureField } from '../picture-field.tsx';
import { ProfileClient } from '../profile-client.ts';

const QUERY = ['profile', 'me'] as const;

/** The person as others see them, and the end of the account. */
export default function ProfilePage(): JSX.Element {
  const { profile } = useService(ProfileClient);
  const queries = useQueryClient();
  const me = useQuery({ queryKey: QUERY, queryFn: () => profile.getUser({ params: { user_id: 'me' } }) });
  if (me.error !== null) return <ErrorPanel error={me.error} onRetry={() => void me.refetch()} />;
  return (
    <PageBody>
      {me.data === undefined ? (
        <Skeleton h={160} maw={420} mt="md" />
      ) : (
        <Stack gap={28} pt="md" pb="xl">
          <PictureField user={me.data} onChanged={() => queries.invalidateQueries({ queryKey: QUERY })} />
          <EmailField user={me.data} />
          <NameForm key={me.data.id} user={me.data} />
          <section>
            <Title order={2} mb="sm">
              {messages.shared.deleteAccount}
            </Title>
            <CloseAccount />
          </section>
        </Stack>
      )}
    </PageBody>
  );
}

function NameForm({ user }: { readonly user: User }): JSX.Element {
  const { profile } = useService(ProfileClient);
  const queries = useQueryClient();
  const [firstName, setFirstName] = useState(user.first_name);
  const [lastName, setLastName] = useState(user.last_name);
  const [username, setUsername] = useState(user.username ?? '');
  const [failure, setFailure] = useState<string>();
  const chosen = username.trim();
  const problem = chosen === '' ? undefined : usernameProblem(chosen);
  const dirty =
    firstName.trim() !== user.first_name || lastName.trim() !== user.last_name || chosen !== (user.username ?? '');
  useLeaveQuestion(dirty);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await profile.updateUser({
        params: { user_id: 'me' },
        body: { first_name: firstName, last_name: lastName, username: chosen === '' ? null : chosen },
      });
      await Promise.all([QUERY, teamKeys.all].map(queryKey => queries.invalidateQueries({ queryKey })));
      setUsername(chosen.toLowerCase());
      setFailure(undefined);
      toast(messages.profilePage.allSet, { tone: 'success' });
    } catch (error) {
      setFailure(errorText(error));
    }
  };

  return (
    <form onSubmit={event => void save(event)}>
      <Stack gap="md" maw={420}>
        <Group grow gap="sm">
          <TextInput
            label={messages.profilePage.firstName}
            autoComplete="given-name"
            maxLength={100}
            value={firstName}
            onChange={event => setFirstName(event.currentTarget.value)}
          />
          <TextInput
            label={messages.profilePage.lastName}
            autoComplete="family-name"
            maxLength={100}
            value={lastName}
            onChange={event => setLastName(event.currentTarget.value)}
          />
        </Group>
        <TextInput
          label={messages.profilePage.username}
          description={messages.profilePage.number3To40Letters}
          autoComplete="off"
          maxLength={40}
          value={username}
          error={problem === undefined ? failure : messages.profilePage.pleaseProblem(problem)}
          onChange={event => {
            setUsername(event.currentTarget.value);
            setFailure(undefined);
          }}
        />
        <Group>
          <Button type="submit" disabled={!dirty || problem !== undefined}>
            {messages.profilePage.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
