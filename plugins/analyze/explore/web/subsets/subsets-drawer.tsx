import { Button, Menu, Text, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { confirm, Icon, RowMenu, toast, toastError } from '#core/ui/web/index.ts';
import { things, useMenu } from '#plugins/workspace/items/web/kit/index.ts';
import type { Subset } from '../../common/keeping-api.ts';
import { ExploreClient } from '../explore-client.ts';
import classes from '../explore.module.css';
import { ListedDrawer } from '../listed-drawer.tsx';
import { messages } from '../messages.ts';
import { CompareSubsets } from './compare-subsets.tsx';
import { SubsetNameDialog } from './subset-name-dialog.tsx';
import { subsetsKey, useSubsets } from './use-subsets.ts';

interface SubsetsDrawerProps {
  readonly projectId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Searches in a subset, or in all items when the subset that was searched is deleted. */
  readonly onOpen: (subsetId: number | undefined) => void;
  readonly current: number | undefined;
  readonly onRun: (query: string) => void;
}

/** The subsets of a project: a click searches in one. */
export function SubsetsDrawer({ projectId, opened, onClose, onOpen, current, onRun }: SubsetsDrawerProps): JSX.Element {
  const { keeping } = useService(ExploreClient);
  const commands = useService(CommandRegistry);
  const manages = useCan('ManageSubsets');
  const more = useMenu('explore.subset', { projectId }).filter(each => each.command !== undefined);
  const list = useSubsets(projectId, opened);
  const queries = useQueryClient();
  const [compared, setCompared] = useState<Subset>();
  const [naming, setNaming] = useState<Subset | 'new'>();
  const found = list.data?.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const several = (found?.length ?? 0) > 1;
  const remove = async (subset: Subset): Promise<void> => {
    try {
      const sure = await confirm({
        title: messages.subsetsDrawer.deleteSubset,
        text: messages.subsetsDrawer.nameIsDeletedForEverybody(subset.name, things(subset.itemsCount)),
        action: messages.shared.delete,
        danger: true,
      });
      if (!sure) return;
      await keeping.deleteSubset({ params: { subset_id: subset.id }, query: { project_id: projectId } });
      if (subset.id === current) onOpen(undefined);
      toast(messages.shared.nameIsDeleted(subset.name), { tone: 'success' });
      await queries.invalidateQueries({ queryKey: subsetsKey(projectId) });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <ListedDrawer
        title={messages.shared.subsets}
        opened={opened}
        onClose={onClose}
        list={list}
        entries={found}
        empty={{
          icon: 'group',
          text: messages.subsetsDrawer.noSubsetsYet,
          children: manages ? (
            <Button variant="default" onClick={() => setNaming('new')}>
              {messages.shared.newSubset}
            </Button>
          ) : undefined,
        }}
        row={each => (
          <>
            <UnstyledButton
              className={classes['savedRun']}
              onClick={() => {
                onClose();
                onOpen(each.id);
              }}
            >
              <Text size="sm" fw={500} truncate>
                {each.name}
              </Text>
              <Text size="xs" c="var(--loupe-muted)">
                {things(each.itemsCount)}
              </Text>
            </UnstyledButton>
            {manages || several || more.length > 0 ? (
              <RowMenu of={each.name}>
                {more.map(entry => (
                  <Menu.Item
                    key={entry.id}
                    leftSection={<Icon name={entry.icon ?? 'circle'} size={14} />}
                    disabled={entry.disabled ?? false}
                    onClick={() => void commands.run(entry.command!, { projectId, subsetId: each.id })}
                  >
                    {entry.title}
                  </Menu.Item>
                ))}
                {several ? (
                  <Menu.Item leftSection={<Icon name="columns" size={14} />} onClick={() => setCompared(each)}>
                    {messages.subsetsDrawer.compare}
                  </Menu.Item>
                ) : undefined}
                {manages ? (
                  <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={() => setNaming(each)}>
                    {messages.shared.rename}
                  </Menu.Item>
                ) : undefined}
                {manages ? (
                  <Menu.Item
                    c="var(--loupe-danger)"
                    leftSection={<Icon name="trash" size={14} />}
                    onClick={() => void remove(each)}
                  >
                    {messages.shared.delete}
                  </Menu.Item>
                ) : undefined}
              </RowMenu>
            ) : undefined}
          </>
        )}
      >
        {manages && found !== undefined && found.length > 0 ? (
          <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => setNaming('new')}>
            {messages.shared.newSubset}
          </Button>
        ) : undefined}
      </ListedDrawer>
      <CompareSubsets
        projectId={projectId}
        subsets={found ?? []}
        first={compared}
        onClose={() => setCompared(undefined)}
        onRun={query => {
          setCompared(undefined);
          onClose();
          onRun(query);
        }}
      />
      <SubsetNameDialog projectId={projectId} subset={naming} onClose={() => setNaming(undefined)} />
    </>
  );
}
