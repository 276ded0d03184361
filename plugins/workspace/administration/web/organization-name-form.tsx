import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { errorText, toast, useLeaveQuestion, useOnceAtATime } from '#core/ui/web/index.ts';
import type { OrganizationDescription } from '../common/people-api.ts';
import { AdminClient } from './admin-client.ts';
import { messages } from './messages.ts';

/** The name of an organization, for those who may change it. */
export function OrganizationNameForm({
  organization,
}: {
  readonly organization: OrganizationDescription;
}): JSX.Element {
  const { organizationPeople } = useService(AdminClient);
  const teams = useService(TeamStore);
  const queries = useQueryClient();
  const [name, setName] = useState(organization.name);
  const dirty = name.trim() !== organization.name;
  useLeaveQuestion(dirty);
  const saving = useMutation({
    mutationFn: () =>
      organizationPeople.renameOrganization({
        params: { organization_id: organization.id },
        body: { name: name.trim() },
      }),
    onSuccess: async renamed => {
      const { team } = teams.state;
      if (team?.organization.id === organization.id) await teams.enter(team.id);
      await Promise.all([
        teams.load({ fresh: true }),
        ...['organization', 'admin'].map(key => queries.invalidateQueries({ queryKey: [key] })),
      ]);
      toast(messages.organizationNameForm.renamed(renamed.name), { tone: 'success' });
    },
  });
  const send = useOnceAtATime(saving);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs" mt="sm">
        <TextInput
          label={messages.shared.name}
          required
          withAsterisk={false}
          w={360}
          maxLength={200}
          value={name}
          error={saving.error === null ? undefined : errorText(saving.error)}
          onChange={event => {
            setName(event.currentTarget.value);
            saving.reset();
          }}
        />
        <Button type="submit" loading={saving.isPending} disabled={!dirty || name.trim() === ''}>
          {messages.organizationNameForm.save}
        </Button>
      </Group>
    </form>
  );
}
