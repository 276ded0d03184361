import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { queryString } from '#core/api/common/index.ts';
import { Panel, useCan, usePanels, useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip, usePageName } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { ListedItem } from '../../common/item.ts';
import { DataDialogs } from '../data-dialogs.ts';
import classes from '../data.module.css';
import { useFilterFields } from '../filters/use-filter-fields.ts';
import { ItemsClient } from '../items-client.ts';
import { SelectionDialogs } from '../kit/selection-dialogs.tsx';
import { SelectionStore } from '../selection-store.ts';
import type { UploadPlace } from '../uploading/upload-plan.ts';
import { UploadQueue } from '../uploading/upload-queue.ts';
import type { ItemWindow } from '../use-item-window.ts';
import { useItemWindow } from '../use-item-window.ts';
import { AddMenu } from './add-menu.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DataBody } from './data-body.tsx';
import { DataToolbar } from './data-toolbar.tsx';
import { useDrop } from '../uploading/drop-zone.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { FolderPane, useFolders } from './folder-pane.tsx';
import { ItemMenu } from './item-menu.tsx';
import type { OpenMenu } from '../menu-at.tsx';
import { messages } from '../messages.ts';
import { MemberCounters } from './member-counters.tsx';
import { PlaceButtons } from './place-buttons.tsx';
import { UploadDialog } from '../uploading/upload-dialog.tsx';
import { useFileKind } from '../uploading/use-file-kind.ts';
import { UploadPill } from '../uploading/upload-pill.tsx';
import type { DataFilter } from './use-data-filter.ts';
import { useDataFilter } from './use-data-filter.ts';

const AttachDialog = lazy(async () => ({ default: (await import('../attaching/attach-dialog.tsx')).AttachDialog }));

/** The items of a project or of one folder: find, select, hand out, move on, open. */
export default function DataPage(): JSX.Element {
  const project = useProject();
  const kind = useFileKind();
  const { folderId } = useParams();
  const client = useService(ItemsClient);
  const queue = useService(UploadQueue);
  const dialogs = useService(DataDialogs);
  const listsFolders = useCan('ListFolders');
  const uploads = useCan('UploadItem');
  const deletes = useCan('DeleteItem');
  const state = useDataFilter();
  const fields = useFilterFields(project.id, state.filter.folder_id !== undefined);
  const list = useItemWindow(project.id, state.filter);
  const folders = useFolders(project.id, listsFolders);
  const folder = folders.data?.find(each => (folderId === undefined ? each.is_root : each.id === Number(folderId)));
  const counts = useQuery({
    queryKey: ['items', 'counts', project.id, state.filter.folder_id],
    queryFn: ({ signal }) =>
      client.items.countItems({
        params: { project_id: project.id },
        query: { folder_id: state.filter.folder_id },
        signal,
      }),
  });
  const head = usePanels('items.head');
  const dialogPanels = usePanels('items.dialogs');
  const [menu, setMenu] = useState<OpenMenu<ListedItem>>();
  const section = useRef<HTMLElement>(null);
  const base = `/t/${project.team_id}/p/${project.id}/data`;
  const pathOf = itemPath(`/t/${project.team_id}/p/${project.id}`, state);
  const name = `${project.id}/${folderId ?? ''}?${state.search}`;
  usePageName(folderId === undefined || folder?.is_root === true ? undefined : folder?.name);
  const place: UploadPlace | undefined =
    folder === undefined
      ? undefined
      : { projectId: project.id, folderId: folder.id, folderName: folder.is_root ? project.name : folder.name };
  const drop = useDrop(
    found => {
      dialogs.choose(found, kind);
      queue.open(true);
    },
    uploads && place !== undefined,
  );

  useShownList(project.id, state, list, name);
  return (
    <div className={classes['split']}>
      {listsFolders ? (
        <FolderPane
          projectId={project.id}
          base={base}
          folderId={folderId === undefined ? undefined : Number(folderId)}
          search={state.search}
        />
      ) : undefined}
      <section ref={section} className={classes['main']} aria-label={messages.shared.items} {...drop.handlers}>
        <div className={classes['head']}>
          <span className={classes['place']}>
            {!listsFolders
              ? messages.dataPage.myItems
              : folderId === undefined
                ? messages.shared.allItems
                : folder?.is_root === true
                  ? messages.shared.notInAFolder
                  : folder?.name}
          </span>
          {list.count === undefined ? undefined : (
            <span className={classes['count']}>{list.count.toLocaleString('en')}</span>
          )}
          {listsFolders || counts.data === undefined ? undefined : (
            <MemberCounters projectId={project.id} byStatus={counts.data.byStatus} />
          )}
          <span className={classes['spacer']} />
          <UploadPill />
          {head.map(panel => (
            <Panel
              key={`${panel.plugin}.${panel.name}`}
              panel={panel}
              context={{ projectId: project.id }}
              fallback={undefined}
            />
          ))}
          <PlaceButtons place="items.add" context={{ projectId: project.id, folderId: folder?.id }} />
          {deletes ? (
            <Tooltip label={messages.shared.deletedItems}>
              <ActionIcon component={Link} to={`${base}/deleted`} aria-label={messages.shared.deletedItems}>
                <Icon name="trash" />
              </ActionIcon>
            </Tooltip>
          ) : undefined}
          {uploads ? <AddMenu folderId={folder?.id} /> : undefined}
        </div>
        {list.count === 0 && !state.narrowed ? undefined : (
          <DataToolbar projectId={project.id} state={state} fields={fields} byStatus={counts.data?.byStatus ?? {}} />
        )}
        <DataBody
          list={list}
          state={state}
          fields={fields}
          name={name}
          projectId={project.id}
          uploads={uploads}
          folderId={folder?.id}
          member={!listsFolders}
          pathOf={pathOf}
          onMenu={(item, at) => setMenu({ item, at })}
        />
        {drop.over ? (
          <div className={classes['dropping']}>{messages.dataPage.dropToUploadTo(place?.folderName ?? '')}</div>
        ) : undefined}
        {list.count === undefined ? undefined : <BulkBar projectId={project.id} list={list} count={list.count} />}
      </section>
      <ItemMenu
        projectId={project.id}
        open={menu}
        pathOf={pathOf}
        onClose={() => {
          setMenu(undefined);
          section.current?.querySelector<HTMLElement>('[data-item-list]')?.focus();
        }}
      />
      <SelectionDialogs project={project} />
      {dialogPanels.map(panel => (
        <Panel
          key={`${panel.plugin}.${panel.name}`}
          panel={panel}
          context={{ projectId: project.id }}
          fallback={undefined}
        />
      ))}
      <FolderDialog projectId={project.id} base={base} />
      <UploadDialog place={place} />
      {uploads ? (
        <Suspense fallback={undefined}>
          <AttachDialog place={place} />
        </Suspense>
      ) : undefined}
    </div>
  );
}

/** The editor receives the list from which the item was opened, so that "next" walks the same one. */
const itemPath =
  (project: string, { filter }: DataFilter) =>
  (item: ListedItem): string =>
    `${project}/item/${item.id}${queryString({ from: queryString(filter as Readonly<Record<string, unknown>>).slice(1) || 'data' })}`;

/** Gives the commands of this plugin the state of the screen. */
function useShownList(projectId: number, state: DataFilter, list: ItemWindow, name: string): void {
  const selection = useService(SelectionStore);
  useEffect(() => {
    selection.show(undefined, true);
    return () => selection.show(undefined, true);
  }, [selection, name]);
  useEffect(() => {
    selection.show(
      {
        projectId,
        choice: { filter: state.filter },
        count: list.count ?? 0,
        idsBetween: list.idsBetween,
        idAt: index => list.at(index)?.id,
      },
      false,
    );
  });
}
