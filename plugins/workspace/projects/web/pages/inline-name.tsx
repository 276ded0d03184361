import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { projectKeys } from '../../common/query-keys.ts';
import type { Project } from '../../common/project.ts';
import { messages } from '../messages.ts';
import { ProjectsClient } from '../projects-client.ts';
import { useNameCheck } from '../use-name-check.ts';

/** The name of a project as a field in its row: `Enter` or leaving saves, `Esc` takes it back. */
export function InlineName({
  project,
  onDone,
}: {
  readonly project: Project;
  readonly onDone: () => void;
}): JSX.Element {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const [name, setName] = useState(project.name);
  const [failure, setFailure] = useState<string>();
  const { problem } = useNameCheck(name, project.id);

  const save = async (): Promise<void> => {
    if (name.trim() === project.name) return onDone();
    try {
      await client.projects.updateProject({ params: { project_id: project.id }, body: { name: name.trim() } });
      await queries.invalidateQueries({ queryKey: projectKeys.all });
      onDone();
    } catch (error) {
      setFailure(errorText(error));
    }
  };

  return (
    <TextInput
      aria-label={messages.inlineName.newNameOfName(project.name)}
      style={{ flex: 1 }}
      size="xs"
      autoFocus
      value={name}
      error={failure ?? problem}
      onFocus={event => event.currentTarget.select()}
      onChange={event => {
        setName(event.currentTarget.value);
        setFailure(undefined);
      }}
      onClick={event => event.stopPropagation()}
      onBlur={() => {
        if (problem === undefined) void save();
        else onDone();
      }}
      onKeyDown={event => {
        event.stopPropagation();
        if (event.key === 'Enter' && problem === undefined) void save();
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}
