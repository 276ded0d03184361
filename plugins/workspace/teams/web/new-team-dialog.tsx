import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Modal } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import { TeamsClient } from './teams-client.ts';

interface NewTeamProps {
  readonly opened: boolean;
  readonly organization: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
  readonly onMade: (teamId: number) => void;
}

/** Makes a team in an organization the person owns. */
export function NewTeamDialog(props: NewTeamProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={messages.newTeamDialog.newTeamInName(props.organization.name)}
      size="sm"
    >
      {props.opened ? <NewTeamForm {...props} /> : undefined}
    </Modal>
  );
}

function NewTeamForm({ organization, onClose, onMade }: NewTeamProps): JSX.Element {
  const { api } = useService(TeamsClient);
  const [name, setName] = useState('');
  const [examples, setExamples] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const made = await api.createTeam({
        body: {
          name: name.trim(),
          organization_id: organization.id,
          ...(examples ? { create_example_projects: true } : {}),
        },
      });
      onClose();
      onMade(made.id);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <Stack gap="md">
        <TextInput
          label={messages.shared.name}
          data-autofocus
          maxLength={200}
          value={name}
          error={failure}
          onChange={event => {
            setName(event.currentTarget.value);
            setFailure(undefined);
          }}
        />
        <Checkbox
          label={messages.newTeamDialog.addExampleProjects}
          checked={examples}
          onChange={event => setExamples(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.newTeamDialog.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {messages.newTeamDialog.createTeam}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
