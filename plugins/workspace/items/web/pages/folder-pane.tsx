import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Icon, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import { projectStatuses } from '#plugins/workspace/projects/common/index.ts';
import { itemKeys } from '../../common/query-keys.ts';
import type { Folder } from '../../common/item.ts';
import { DataDialogs } from '../data-dialogs.ts';
import classes from '../data.module.css';
import { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';

const ROW = 42;

/** Folders of a project for the pages that show them. */
export function useFolders(projectId: number, enabled = true): ReturnType<typeof useQuery<readonly Folder[]>> {
  const client = useService(ItemsClient);
  return useQuery<readonly Folder[]>({
    queryKey: itemKeys.folders(projectId),
    queryFn: async ({ signal }) =>
      (await client.folders.listFolders({ query: { project_id: projectId, limit: 2000 }, signal })).data,
    enabled,
  });
}

interface FolderPaneProps {
  readonly projectId: number;
  readonly base: string;
  readonly folderId: number | undefined;
  /** The filter, which stays when another folder is opened. */
  readonly search: string;
}

/** Folders with their numbers and how far they are; the whole project first. */
export function FolderPane({ projectId, base, folderId, search }: FolderPaneProps): JSX.Element {
  const folders = useFolders(projectId);
  const dialogs = useService(DataDialogs);
  const creates = useCan('CreateFolder');
  const scroller = useRef<HTMLDivElement>(null);
  const found = folders.data ?? [];
  // Without folders of their own the project's items need no second name.
  const list = found.length === 1 ? [] : found;
  const rows = useVirtualizer({
    count: list.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const sum = (of: (folder: Folder) => number): number => found.reduce((total, each) => total + of(each), 0);
  const query = search === '' ? '' : `?${search}`;
  return (
    <nav className={classes['folders']} aria-label={messages.folderPane.folders}>
      <div className={classes['foldersHead']}>
        <span className={classes['foldersTitle']}>{messages.folderPane.folders}</span>
        {creates ? (
          <Tooltip label={messages.folderPane.newFolderAltN}>
            <ActionIcon size="sm" aria-label={messages.shared.newFolder} onClick={() => dialogs.folder('new')}>
              <Icon name="newFolder" />
            </ActionIcon>
          </Tooltip>
        ) : undefined}
      </div>
      {folders.error === null ? undefined : <ErrorPanel error={folders.error} onRetry={() => void folders.refetch()} />}
      <div ref={scroller} className={classes['folderList']}>
        {folders.isPending ? (
          [0, 1, 2].map(each => <Skeleton key={each} h={32} my={5} />)
        ) : (
          <ul className={classes['folderRows']} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const folder = index === 0 ? undefined : list[index - 1]!;
              const total = folder?.itemsCount ?? sum(each => each.itemsCount);
              const completed = folder?.completedCount ?? sum(each => each.completedCount);
              const name =
                folder === undefined
                  ? messages.shared.allItems
                  : folder.is_root
                    ? messages.shared.notInAFolder
                    : folder.name;
              const managed = folder !== undefined && !folder.is_root;
              return (
                <li
                  key={folder?.id ?? 'all'}
                  className={classes['folderItem']}
                  style={{ position: 'absolute', left: 0, right: 0, height: ROW, transform: `translateY(${start}px)` }}
                >
                  <Link
                    to={`${base}${folder === undefined ? '' : `/f/${folder.id}`}${query}`}
                    className={classes['folder']}
                    data-active={folder?.id === folderId}
                    aria-current={folder?.id === folderId ? 'page' : undefined}
                  >
                    <span className={classes['folderTop']}>
                      <Icon name={folder === undefined ? 'grid' : folder.is_root ? 'file' : 'folder'} size={15} />
                      <span className={classes['folderName']} title={name}>
                        {name}
                      </span>
                      <span className={classes['folderCount']} data-covered={managed}>
                        {total.toLocaleString('en')}
                      </span>
                    </span>
                    <span
                      className={classes['folderBar']}
                      style={{ display: 'block' }}
                      title={messages.folderPane.completedOfTotalCompleted(completed, total)}
                    >
                      <span
                        className={classes['folderDone']}
                        style={{ display: 'block', width: `${total === 0 ? 0 : (completed / total) * 100}%` }}
                      />
                    </span>
                  </Link>
                  {managed ? <FolderMenu folder={folder} base={base} open={folder.id === folderId} /> : undefined}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </nav>
  );
}

function FolderMenu({
  folder,
  base,
  open,
}: {
  readonly folder: Folder;
  readonly base: string;
  readonly open: boolean;
}): JSX.Element | undefined {
  const client = useService(ItemsClient);
  const dialogs = useService(DataDialogs);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const updates = useCan('UpdateFolder');
  const deletes = useCan('DeleteFolder');
  if (!updates && !deletes) return undefined;

  const place = { params: { project_id: folder.project_id, folder_id: folder.id } };
  const refresh = (): void => void queries.invalidateQueries({ queryKey: itemKeys.all });
  const setStatus = async (status: number): Promise<void> => {
    await client.folders.updateFolder({
      params: { folder_id: folder.id },
      query: { project_id: folder.project_id },
      body: { status },
    });
    refresh();
  };
  const remove = async (): Promise<void> => {
    const many = folder.itemsCount > 100;
    const count = folder.itemsCount.toLocaleString('en');
    if (
      !(await confirm({
        title: messages.folderPane.deleteTheFolderName(folder.name),
        text:
          folder.itemsCount === 0
            ? messages.folderPane.folderIsEmpty
            : messages.folderPane.countItemsGoWithIt(count, folder.itemsCount),
        action: messages.folderPane.deleteFolder,
        danger: true,
        ...(many ? { typed: folder.name } : {}),
      }))
    )
      return;
    await client.items.deleteFolder(place);
    if (open) void navigate(base);
    refresh();
    toast(messages.folderPane.folderNameDeleted(folder.name), {
      undo: () => void client.items.restoreFolder(place).then(refresh).catch(toastError),
    });
  };
  return (
    <Menu width={170} position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes['folderMenu']!}
          size="sm"
          aria-label={messages.folderPane.menuOfFolderName(folder.name)}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {updates ? (
          <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={() => dialogs.folder(folder)}>
            {messages.shared.rename}
          </Menu.Item>
        ) : undefined}
        {updates ? <Menu.Label>{messages.shared.status}</Menu.Label> : undefined}
        {updates
          ? projectStatuses.map(each => (
              <Menu.Item
                key={each.value}
                leftSection={<span className={classes['dot']} style={{ background: each.color }} />}
                rightSection={folder.status === each.value ? <Icon name="check" size={14} /> : undefined}
                onClick={() => void setStatus(each.value).catch(toastError)}
              >
                {each.title}
              </Menu.Item>
            ))
          : undefined}
        {deletes ? <Menu.Divider /> : undefined}
        {deletes ? (
          <Menu.Item
            c="var(--loupe-danger)"
            leftSection={<Icon name="trash" size={14} />}
            onClick={() => void remove().catch(toastError)}
          >
            {messages.shared.delete}
          </Menu.Item>
        ) : undefined}
      </Menu.Dropdown>
    </Menu>
  );
}
