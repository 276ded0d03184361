import { Button, Group, Loader, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { confirm, fileSize, Icon, RowMenu, shortDate, toast, toastError } from '#core/ui/web/index.ts';
import { things, useMenu } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import type { Snapshot } from '../../common/snapshot-api.ts';
import { ExploreClient } from '../explore-client.ts';
import classes from '../explore.module.css';
import { ListedDrawer } from '../listed-drawer.tsx';
import { messages } from '../messages.ts';
import { CompareSnapshots } from './compare-snapshots.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { snapshotsKey, useSnapshots } from './use-snapshots.ts';

interface SnapshotsDrawerProps {
  readonly projectId: number;
  readonly address: ExploreAddress;
  /** Items of the search; undefined where it cannot be run. */
  readonly count: number | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Versions of the dataset: freezes results, compares versions, and divides results into subsets. */
export function SnapshotsDrawer({ projectId, address, count, opened, onClose }: SnapshotsDrawerProps): JSX.Element {
  const addressOf = useAddressOf();
  const { snapshots } = useService(ExploreClient);
  const queries = useQueryClient();
  const manages = useCan('ManageSubsets');
  const list = useSnapshots(projectId, opened);
  const [open, setOpen] = useState<'freeze' | 'split'>();
  const [compared, setCompared] = useState<Snapshot>();
  const ready = list.data?.filter(each => each.state === 'ready') ?? [];
  const remove = async (snapshot: Snapshot): Promise<void> => {
    try {
      const sure = await confirm({
        title: messages.snapshotsDrawer.deleteVersion,
        text: messages.snapshotsDrawer.nameIsDeletedForEverybody(snapshot.name),
        action: messages.shared.delete,
        danger: true,
      });
      if (!sure) return;
      await snapshots.deleteSnapshot({ params: { snapshot_id: snapshot.id }, query: { project_id: projectId } });
      toast(messages.shared.nameIsDeleted(snapshot.name), { tone: 'success' });
      await queries.invalidateQueries({ queryKey: snapshotsKey(projectId) });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <ListedDrawer
        title={messages.shared.datasetVersions}
        opened={opened}
        onClose={onClose}
        size={460}
        list={list}
        empty={{ icon: 'lock', text: messages.snapshotsDrawer.noVersionsYet }}
        row={each => (
          <>
            <div className={classes['savedRun']}>
              <Text size="sm" fw={500} truncate>
                {each.name}
              </Text>
              <Text size="xs" c={each.state === 'failed' ? 'var(--loupe-danger)' : 'var(--loupe-muted)'}>
                {each.state === 'running' ? <Loader size={10} mr={6} /> : undefined}
                {stateText(each, addressOf(each.creator))}
              </Text>
              {each.query === '' ? undefined : <span className={classes['savedText']}>{each.query}</span>}
            </div>
            <RowMenu of={each.name}>
              {each.state === 'ready' ? <VersionEntries projectId={projectId} version={each} /> : undefined}
              {each.url === null ? undefined : (
                <Menu.Item component="a" href={each.url} leftSection={<Icon name="download" size={14} />}>
                  {messages.snapshotsDrawer.download}
                </Menu.Item>
              )}
              {each.state === 'ready' && ready.length > 1 ? (
                <Menu.Item leftSection={<Icon name="columns" size={14} />} onClick={() => setCompared(each)}>
                  {messages.snapshotsDrawer.compare}
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
          </>
        )}
      >
        {manages && count !== undefined && count > 0 ? (
          <Group gap="xs">
            <Button variant="default" leftSection={<Icon name="lock" size={14} />} onClick={() => setOpen('freeze')}>
              {messages.snapshotsDrawer.freezeResults}
            </Button>
            <Button variant="default" leftSection={<Icon name="scissors" size={14} />} onClick={() => setOpen('split')}>
              {messages.snapshotsDrawer.splitResults}
            </Button>
          </Group>
        ) : undefined}
      </ListedDrawer>
      <FreezeDialog
        projectId={projectId}
        address={address}
        count={count ?? 0}
        opened={open === 'freeze'}
        onClose={() => setOpen(undefined)}
      />
      <SplitDialog
        projectId={projectId}
        address={address}
        opened={open === 'split'}
        onClose={() => setOpen(undefined)}
      />
      <CompareSnapshots
        projectId={projectId}
        snapshots={ready}
        first={compared}
        onClose={() => setCompared(undefined)}
      />
    </>
  );
}

/** Lists what other plugins do with a version (the menu `explore.version`). */
function VersionEntries({
  projectId,
  version: { id, name },
}: {
  readonly projectId: number;
  readonly version: Snapshot;
}): JSX.Element {
  const commands = useService(CommandRegistry);
  const version = { id, name };
  const entries = useMenu('explore.version', { projectId, version }).filter(each => each.command !== undefined);
  return (
    <>
      {entries.map(each => (
        <Menu.Item
          key={each.id}
          leftSection={<Icon name={each.icon ?? 'circle'} size={14} />}
          disabled={each.disabled ?? false}
          onClick={() => void commands.run(each.command!, { projectId, version, ...each.argument })}
        >
          {each.title}
        </Menu.Item>
      ))}
    </>
  );
}

function stateText({ state, items, size, error, createdAt }: Snapshot, creator: string): string {
  if (state === 'running') return messages.snapshotsDrawer.freezing;
  if (state === 'failed') return error ?? messages.snapshotsDrawer.failed;
  return `${things(items ?? 0)}, ${fileSize(size ?? 0)}, ${shortDate(createdAt)}, ${creator}`;
}
