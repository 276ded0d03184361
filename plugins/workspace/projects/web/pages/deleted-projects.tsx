import { Button, Group, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, longDate, Modal } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { useProjectActions } from '../project-actions.ts';
import { ProjectsClient } from '../projects-client.ts';
import { TypeIcon } from '../type-icon.tsx';

/** Projects deleted in the last seven days, each with a way back. */
export function DeletedProjects({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.shared.deletedProjects} size="md">
      {opened ? <DeletedList /> : undefined}
    </Modal>
  );
}

function DeletedList(): JSX.Element {
  const client = useService(ProjectsClient);
  const team = useTeam();
  const actions = useProjectActions();
  const deleted = useQuery({
    queryKey: ['projects', 'deleted', team.id],
    queryFn: () =>
      client.projects.listProjects({ query: { deleted: true, sort: 'updated', order: 'desc', limit: 200 } }),
  });
  if (deleted.error !== null) return <ErrorPanel error={deleted.error} onRetry={() => void deleted.refetch()} />;
  if (deleted.data === undefined) return <Skeleton h={120} />;
  if (deleted.data.data.length === 0)
    return <EmptyState icon="trash" text={messages.deletedProjects.nothingWasDeleted} />;
  return (
    <ScrollArea.Autosize mah={420}>
      <Stack gap="xs">
        {deleted.data.data.map(project => (
          <Group key={project.id} wrap="nowrap" gap="sm">
            <TypeIcon type={project.type} />
            <div style={{ flex: 1, minWidth: 0 }}>
              <Text fw={500} truncate>
                {project.name}
              </Text>
              <Text size="sm" c="var(--loupe-muted)">
                {messages.deletedProjects.deletedLongDate(longDate(project.deletedAt ?? project.updatedAt))}
              </Text>
            </div>
            <Button variant="default" onClick={() => void actions.restore(project)}>
              {messages.deletedProjects.restore}
            </Button>
          </Group>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}
