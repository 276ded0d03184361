import { Menu, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { joinParts } from '#core/base/common/index.ts';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { confirm, Icon, RowMenu, toast, toastError } from '#core/ui/web/index.ts';
import type { SavedQuery } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import classes from '../explore.module.css';
import { ListedDrawer } from '../listed-drawer.tsx';
import { messages } from '../messages.ts';
import type { Saving } from './save-dialog.tsx';
import { SaveDialog } from './save-dialog.tsx';

interface SavedQueriesProps {
  readonly projectId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onRun: (query: string) => void;
  /** The query on screen; empty for none. */
  readonly current: string;
}

/** Queries that were kept under names: a click runs one. A project has at most 500. */
export function SavedQueries({ projectId, opened, onClose, onRun, current }: SavedQueriesProps): JSX.Element {
  const { keeping } = useService(ExploreClient);
  const list = useQuery({
    queryKey: ['explore', 'saved', projectId],
    queryFn: async ({ signal }) =>
      (await keeping.listQueries({ query: { project_id: projectId, limit: 500 }, signal })).data,
    enabled: opened,
  });
  const [renamed, setRenamed] = useState<Saving>();
  const found = list.data?.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return (
    <>
      <ListedDrawer
        title={messages.shared.savedQueries}
        opened={opened}
        onClose={onClose}
        list={list}
        entries={found}
        empty={{ icon: 'star', text: messages.savedQueries.noSavedQueriesYet }}
        row={each => (
          <Row
            projectId={projectId}
            saved={each}
            current={current}
            onRename={() => setRenamed({ saved: each })}
            onRun={() => {
              onClose();
              onRun(each.text);
            }}
          />
        )}
      />
      <SaveDialog projectId={projectId} saving={renamed} onClose={() => setRenamed(undefined)} />
    </>
  );
}

function Row({
  projectId,
  saved,
  current,
  onRun,
  onRename,
}: {
  readonly projectId: number;
  readonly saved: SavedQuery;
  readonly current: string;
  readonly onRun: () => void;
  readonly onRename: () => void;
}): JSX.Element {
  const addressOf = useAddressOf();
  const { keeping } = useService(ExploreClient);
  const queries = useQueryClient();
  const manages = useCan('ManageSavedQueries');
  const remove = async (): Promise<void> => {
    try {
      if (
        !(await confirm({
          title: messages.savedQueries.deleteQuery,
          text: messages.savedQueries.isDeletedNoItemIs(saved.name, saved.shared),
          action: messages.shared.delete,
          danger: true,
        }))
      )
        return;
      await keeping.deleteQuery({ params: { query_id: saved.id }, query: { project_id: projectId } });
      toast(messages.shared.nameIsDeleted(saved.name), { tone: 'success' });
      await queries.invalidateQueries({ queryKey: ['explore', 'saved', projectId] });
    } catch (error) {
      toastError(error);
    }
  };
  const write = async (text: string): Promise<void> => {
    await keeping.updateQuery({ params: { query_id: saved.id }, query: { project_id: projectId }, body: { text } });
    await queries.invalidateQueries({ queryKey: ['explore', 'saved', projectId] });
  };
  const replace = async (): Promise<void> => {
    try {
      await write(current);
      toast(messages.savedQueries.nameIsReplaced(saved.name), {
        tone: 'success',
        undo: () => void write(saved.text).catch(toastError),
      });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <UnstyledButton className={classes['savedRun']} onClick={onRun}>
        <Text size="sm" fw={500} truncate>
          {saved.name}
        </Text>
        <span className={classes['savedText']}>{saved.text}</span>
        <Text size="xs" c="var(--loupe-muted)" truncate>
          {joinParts(addressOf(saved.creator), saved.shared ? undefined : messages.savedQueries.onlyYouSeeIt)}
        </Text>
      </UnstyledButton>
      {manages ? (
        <RowMenu of={saved.name}>
          <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={onRename}>
            {messages.shared.rename}
          </Menu.Item>
          {current === '' || current === saved.text ? undefined : (
            <Menu.Item leftSection={<Icon name="refresh" size={14} />} onClick={() => void replace()}>
              {messages.savedQueries.replaceWithCurrent}
            </Menu.Item>
          )}
          <Menu.Item
            c="var(--loupe-danger)"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => void remove()}
          >
            {messages.shared.delete}
          </Menu.Item>
        </RowMenu>
      ) : undefined}
    </>
  );
}
