import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useAddressOf, useCan, useEmail, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { EmptyState, errorText, longDate, PageBody, toast, useLeaveQuestion } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { InvitationDays } from '../details/invitation-days.tsx';
import { PlanRequest } from '../details/plan-request.tsx';
import { TeamEnding } from '../details/team-ending.tsx';
import { TeamPicture } from '../details/team-picture.tsx';
import { NewTeamDialog } from '../new-team-dialog.tsx';
import { TeamsClient } from '../teams-client.ts';

/** Name, picture, facts and settings of the team, and the ways out of it; its organization's owner can add another. */
export default function DetailsPage(): JSX.Element {
  const { api } = useService(TeamsClient);
  const store = useService(TeamStore);
  const { team } = useSnapshot(store.state);
  const edits = useCan('UpdateTeam');
  const email = useEmail();
  const addressOf = useAddressOf();
  const navigate = useNavigate();
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const [failure, setFailure] = useState<string>();
  const [adding, setAdding] = useState(false);
  const dirty = team !== undefined && (name.trim() !== team.name || description.trim() !== (team.description ?? ''));
  useLeaveQuestion(dirty);
  if (team === undefined) return <EmptyState text={messages.detailsPage.noTeamIsOpen} />;

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await api.updateTeam({
        params: { team_id: team.id },
        body: { name: name.trim(), description: description.trim() },
      });
      await store.enter(team.id);
      await store.load({ fresh: true });
      setFailure(undefined);
      toast(messages.detailsPage.allSet, { tone: 'success' });
    } catch (error) {
      setFailure(errorText(error));
    }
  };

  return (
    <PageBody>
      <form onSubmit={event => void save(event)}>
        <Stack gap="md" maw={520} py="md">
          <TeamPicture />
          <TextInput
            label={messages.shared.name}
            required
            withAsterisk={false}
            disabled={!edits}
            maxLength={200}
            value={name}
            error={failure}
            onChange={event => {
              setName(event.currentTarget.value);
              setFailure(undefined);
            }}
          />
          <Textarea
            label={messages.shared.description}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            disabled={!edits}
            value={description}
            onChange={event => setDescription(event.currentTarget.value)}
          />
          <Text c="var(--loupe-muted)">
            {messages.detailsPage.organizationOwnedBy(team.organization.name, addressOf(team.creator_id))}
            <br />
            {messages.detailsPage.createdTeamId(longDate(team.createdAt), team.id)}
          </Text>
          <Group gap="xs">
            {edits ? (
              <Button type="submit" disabled={!dirty || name.trim() === ''}>
                {messages.shared.save}
              </Button>
            ) : undefined}
            <PlanRequest />
            {team.organization.owner_id === email ? (
              <Button variant="default" onClick={() => setAdding(true)}>
                {messages.detailsPage.newTeam}
              </Button>
            ) : undefined}
          </Group>
        </Stack>
      </form>
      <Stack gap="lg" pb="xl">
        {edits ? <InvitationDays /> : undefined}
        <TeamEnding />
      </Stack>
      <NewTeamDialog
        opened={adding}
        organization={team.organization}
        onClose={() => setAdding(false)}
        onMade={id => void store.load({ fresh: true }).then(() => navigate(`/t/${id}/setup/members`))}
      />
    </PageBody>
  );
}
