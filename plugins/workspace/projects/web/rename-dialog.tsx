import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Modal } from '#core/ui/web/index.ts';
import { projectKeys } from '../common/query-keys.ts';
import type { Project } from '../common/project.ts';
import { messages } from './messages.ts';
import { ProjectsClient } from './projects-client.ts';
import { useNameCheck } from './use-name-check.ts';

/** Renames a project; `Enter` saves, `Esc` closes. */
export function RenameDialog({
  project,
  onClose,
}: {
  readonly project: Project | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened={project !== undefined} onClose={onClose} title={messages.renameDialog.renameProject} size="sm">
      {project === undefined ? undefined : <RenameForm key={project.id} project={project} onClose={onClose} />}
    </Modal>
  );
}

function RenameForm({ project, onClose }: { readonly project: Project; readonly onClose: () => void }): JSX.Element {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const [name, setName] = useState(project.name);
  const [failure, setFailure] = useState<string>();
  const { problem, ready } = useNameCheck(name, project.id);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    try {
      await client.projects.updateProject({ params: { project_id: project.id }, body: { name: name.trim() } });
      onClose();
      await queries.invalidateQueries({ queryKey: projectKeys.all });
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
          value={name}
          error={failure ?? problem}
          onFocus={event => event.currentTarget.select()}
          onChange={event => {
            setName(event.currentTarget.value);
            setFailure(undefined);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.shared.cancel}
          </Button>
          <Button type="submit" disabled={!ready || name.trim() === project.name}>
            {messages.shared.rename}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
