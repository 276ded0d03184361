import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, errorText, Modal, useDebounced } from '#core/ui/web/index.ts';
import { projectKeys, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { ClassesClient } from './kit/classes-client.ts';
import { messages } from './messages.ts';

interface FromProjectProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly projectId: number;
  /** Makes the classes; those that are here are skipped. */
  readonly onChoose: (classes: unknown) => Promise<void>;
}

/** Adds the classes of another project of the team. */
export function FromProject(props: FromProjectProps): JSX.Element {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={messages.fromProject.addClassesOfAnotherProject}
      size="sm"
    >
      {props.opened ? <ProjectForm {...props} /> : undefined}
    </Modal>
  );
}

function ProjectForm({ onClose, projectId, onChoose }: FromProjectProps): JSX.Element {
  const transport = useService(Transport);
  const { api } = useService(ClassesClient);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const name = useDebounced(search, 300);
  const found = useQuery({
    queryKey: projectKeys.names(name),
    queryFn: () =>
      client(projectsApi, transport).listProjects({ query: { limit: 50, ...(name === '' ? {} : { name }) } as never }),
  });
  const classes = useQuery({
    queryKey: ['classes', Number(chosen)],
    enabled: chosen !== null,
    queryFn: async () => (await api.list({ query: { project_id: Number(chosen) } })).data,
  });
  const count = classes.data?.length;

  const submit = async (): Promise<void> => {
    await onChoose(classes.data);
    onClose();
  };
  return (
    <DialogForm action={messages.fromProject.add} ready={(count ?? 0) > 0} onSubmit={submit} onCancel={onClose}>
      <Select
        label={messages.shared.project}
        placeholder={messages.shared.chooseAProject}
        searchable
        data-autofocus
        nothingFoundMessage={found.data === undefined ? messages.shared.loading : messages.shared.noProjectMatches}
        filter={({ options }) => options}
        data={(found.data?.data ?? [])
          .filter(each => each.id !== projectId)
          .map(each => ({ value: String(each.id), label: each.name }))}
        onSearchChange={setSearch}
        value={chosen}
        onChange={setChosen}
        error={found.error === null ? undefined : errorText(found.error)}
      />
      <Text c="var(--loupe-muted)" role="status">
        {chosen === null
          ? messages.fromProject.classesWhoseNamesAreHere
          : classes.error === null
            ? count === undefined
              ? messages.shared.loading
              : messages.fromProject.countClasses(count)
            : errorText(classes.error)}
      </Text>
    </DialogForm>
  );
}
