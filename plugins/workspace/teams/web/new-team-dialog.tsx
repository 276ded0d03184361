import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Modal } from '#core/ui/web/index.ts';
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
    <Modal opened={props.opened} onClose={props.onClose} title={`New team in ${props.organization.name}`} size="sm">
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
          label="Name"
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
          label="Add example projects"
          checked={examples}
          onChange={event => setExamples(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            Create team
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
