import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, longDate, Modal, toastError } from '#core/ui/web/index.ts';
import type { FormDocument } from '../../common/form-document.ts';
import { readForm } from '../../common/form-document.ts';
import { FormClient, formKey } from '../form-client.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

interface VersionsProps {
  readonly projectId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Puts the form of a version in place of the one that is built. */
  readonly onRestore: (form: FormDocument, number: number) => void;
}

/** Published versions; an earlier one can be gone on from. */
export function VersionsDialog({ projectId, opened, onClose, onRestore }: VersionsProps): JSX.Element {
  const { builder } = useService(FormClient);
  const list = useQuery({
    queryKey: [...formKey(projectId), 'versions'],
    enabled: opened,
    queryFn: async () => (await builder.listFormVersions({ params: { project_id: projectId } })).data,
  });
  const restore = (number: number): void =>
    void builder.getFormVersion({ params: { project_id: projectId, number } }).then(document => {
      onRestore(readForm(document), number);
      onClose();
    }, toastError);
  return (
    <Modal opened={opened} onClose={onClose} title={messages.versionsDialog.versionsOfTheForm}>
      {list.error === null ? undefined : <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && list.error === null ? (
        <Stack gap="xs">
          {[0, 1, 2].map(each => (
            <Skeleton key={each} h={34} />
          ))}
        </Stack>
      ) : undefined}
      {list.data?.length === 0 ? (
        <Text c="var(--loupe-muted)">{messages.versionsDialog.nothingWasPublishedYet}</Text>
      ) : undefined}
      <ul className={classes['versions']}>
        {list.data?.map(({ number, published_by: by, published_at: at }, place) => (
          <li key={number}>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={500}>{messages.versionsDialog.versionNumber(number, place)}</Text>
                <Text size="sm" c="var(--loupe-muted)">
                  {by}, {longDate(at)}
                </Text>
              </div>
              <Button size="compact-xs" variant="default" onClick={() => restore(number)}>
                {messages.versionsDialog.loadIntoTheBuilder}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
