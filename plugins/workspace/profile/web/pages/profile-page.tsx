import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import type { Person } from '#core/auth/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, PageBody, toast } from '#core/ui/web/index.ts';
import { ProfileClient } from '../profile-client.ts';

/** The person's name as others see it. */
export default function ProfilePage(): JSX.Element {
  const { auth } = useService(ProfileClient);
  const me = useQuery({ queryKey: ['profile', 'me'], queryFn: () => auth.me() });
  if (me.error !== null) return <ErrorPanel error={me.error} onRetry={() => void me.refetch()} />;
  return (
    <PageBody>
      {me.data === undefined ? <Skeleton h={160} maw={420} mt="md" /> : <NameForm key={me.data.id} person={me.data} />}
    </PageBody>
  );
}

function NameForm({ person }: { readonly person: Person }): JSX.Element {
  const { auth } = useService(ProfileClient);
  const queries = useQueryClient();
  const [firstName, setFirstName] = useState(person.first_name);
  const [lastName, setLastName] = useState(person.last_name);
  const [failure, setFailure] = useState<string>();
  const dirty = firstName.trim() !== person.first_name || lastName.trim() !== person.last_name;

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      queries.setQueryData(
        ['profile', 'me'],
        await auth.updateMe({ body: { first_name: firstName, last_name: lastName } }),
      );
      await queries.invalidateQueries({ queryKey: ['teams'] });
      setFailure(undefined);
      toast('All set! Saved.', { tone: 'success' });
    } catch (error) {
      setFailure(errorText(error));
    }
  };

  return (
    <form onSubmit={event => void save(event)}>
      <Stack gap="md" maw={420} pt="md">
        <TextInput label="E-mail" value={person.email} readOnly variant="filled" />
        <Group grow gap="sm">
          <TextInput
            label="First name"
            autoComplete="given-name"
            maxLength={100}
            value={firstName}
            onChange={event => setFirstName(event.currentTarget.value)}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            maxLength={100}
            value={lastName}
            error={failure}
            onChange={event => setLastName(event.currentTarget.value)}
          />
        </Group>
        <Group>
          <Button type="submit" disabled={!dirty}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
