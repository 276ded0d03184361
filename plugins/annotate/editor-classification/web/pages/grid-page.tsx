import { ActionIcon, Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { clauseText } from '#core/api/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  PageHeader,
  PageToolbar,
  SearchBox,
  Segments,
  Tooltip,
  useTyped,
} from '#core/ui/web/index.ts';
import { useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import type { DataFilter } from '#plugins/workspace/items/web/kit/index.ts';
import { useDataFilter } from '#plugins/workspace/items/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { ClassificationClient } from '../classification-client.ts';
import { ClassificationSettings, tileSizes } from '../classification-settings.ts';
import { classFilter, withClassFilter } from '../grid/class-filter.ts';
import type { GridFocus } from '../grid/grid-classes.tsx';
import { GridClasses } from '../grid/grid-classes.tsx';
import { GridController } from '../grid/grid-controller.ts';
import type { GridAct } from '../grid/grid-keys.ts';
import { gridKeys, gridScope } from '../grid/grid-keys.ts';
import { allChosen, clicked, nothingChosen } from '../grid/grid-selection.ts';
import { GridStatus } from '../grid/grid-status.tsx';
import { GridTiles } from '../grid/grid-tiles.tsx';
import { SubmitAnswered } from '../submit-answered.tsx';
import { useSeatedKeys } from '../use-seated-keys.ts';
import classes from '../grid/grid.module.css';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from '../messages.ts';

const none: readonly never[] = [];
const ANSWERED = clauseText({ field: 'has_annotations', operator: '$eq', values: ['true'] });

/**
 * Many items at once: chosen by pointer and keys, classified by one key, taken back in one step. The address is the
 * folder and the filter, to be shared.
 */
export default function GridPage(): JSX.Element {
  const project = useProject();
  const client = useService(ClassificationClient);
  const controller = useService(GridController);
  const navigate = useNavigate();
  const state = useDataFilter();
  const { filter, search } = state;
  const { data: all } = useClasses(project.id);
  const known = useMemo(() => (all ?? []).filter(each => each.type === ClassType.Tag), [all]);
  const mayWrite = useCan('AnnotateItem');
  const settings = useService(ClassificationSettings);
  const { tile } = useSyncExternalStore(settings.onChange, () => settings.now);
  const [asked, setAsked] = useState<number>();
  const focus = useRef<GridFocus | undefined>(undefined);
  const seat = useCallback((seated: GridFocus | undefined) => {
    focus.current = seated;
  }, []);
  // An item that no longer matches the filter stays where it is until the list is loaded again.
  const list = useQuery({
    queryKey: ['editor-classification', 'grid', project.id, filter],
    queryFn: ({ signal }) => client.ids(project.id, filter, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const ids = list.data?.ids ?? none;
  useEffect(() => controller.show(project.id, ids), [controller, project.id, ids]);

  const inFolder = filter.folder_id === undefined ? '' : `/f/${filter.folder_id}`;
  const home = `/t/${project.team_id}/p/${project.id}`;
  const from = new URLSearchParams(search);
  const open = (id: number): void =>
    void navigate(`${home}/item/${id}?from=${encodeURIComponent(originOf(from, filter.folder_id))}`);

  const act = (what: GridAct): void => {
    const { selection } = controller.state;
    if (typeof what === 'object') {
      const owner = known[what.class];
      if (owner === undefined || !mayWrite) return;
      if (owner.attribute_groups.length > 0) setAsked(owner.id);
      void controller.toggle(owner);
      return;
    }
    const size = tileSizes.findIndex(each => each === tile);
    const [active] = controller.ids.slice(selection.active, selection.active + 1);
    switch (what) {
      case 'undo':
        return void controller.undo();
      case 'redo':
        return void controller.redo();
      case 'all':
        return controller.select(allChosen(selection, controller.ids));
      case 'clear':
        return controller.select({ ...nothingChosen, active: selection.active, anchor: selection.active });
      case 'toggle':
        return controller.select(clicked(selection, controller.ids, selection.active, { extend: false, toggle: true }));
      case 'open':
        return active === undefined ? undefined : open(active);
      case 'find':
        return focus.current?.find();
      case 'ask':
        return focus.current?.ask();
      case 'larger':
        return settings.set({ tile: tileSizes[Math.min(tileSizes.length - 1, size + 1)]! });
      case 'smaller':
        return settings.set({ tile: tileSizes[Math.max(0, size - 1)]! });
    }
  };
  useSeatedKeys(gridScope, gridKeys, key => act(key.act));

  return (
    <div className={classes['page']}>
      <PageHeader title={messages.shared.classify} {...(list.data === undefined ? {} : { count: list.data.count })}>
        {mayWrite ? (
          <SubmitAnswered
            projectId={project.id}
            folderId={filter.folder_id}
            answered={ANSWERED}
            among={() =>
              controller.state.selection.chosen.size > 0 ? controller.state.selection.chosen : new Set(ids)
            }
            settled={() => controller.settled()}
          />
        ) : undefined}
        <Button
          component={Link}
          variant="default"
          leftSection={<Icon name="help" size={14} />}
          to={`${home}/classify/question${inFolder}${search === '' ? '' : `?${search}`}`}
        >
          {messages.shared.oneQuestion}
        </Button>
        <Button
          component={Link}
          variant="default"
          leftSection={<Icon name="back" size={14} />}
          to={`${home}/data${inFolder}${search === '' ? '' : `?${search}`}`}
        >
          {messages.gridPage.backToData}
        </Button>
      </PageHeader>
      <GridToolbar
        state={state}
        projectId={project.id}
        known={known}
        tile={tile}
        act={act}
        reload={() => void list.refetch()}
      />
      <div className={classes['body']}>
        <div className={classes['main']}>
          {list.error !== null ? (
            <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
          ) : list.data === undefined ? (
            <EmptyState icon="loader" text={messages.shared.loadingTheItems} />
          ) : ids.length === 0 ? (
            <EmptyState
              icon={state.narrowed ? 'search' : 'image'}
              text={state.narrowed ? messages.gridPage.noItemsMatch : messages.gridPage.noItemsHereYet}
            >
              {state.narrowed ? (
                <Button variant="default" onClick={state.clear}>
                  {messages.gridPage.clearFilters}
                </Button>
              ) : undefined}
            </EmptyState>
          ) : (
            <GridTiles projectId={project.id} ids={ids} known={known} size={tile} onOpen={open} />
          )}
          <GridStatus mayWrite={mayWrite} act={act} />
        </div>
        <GridClasses known={known} mayWrite={mayWrite} asked={asked} onAsk={setAsked} onSeat={seat} />
      </div>
    </div>
  );
}

function GridToolbar({
  state,
  projectId,
  known,
  tile,
  act,
  reload,
}: {
  readonly state: DataFilter;
  readonly projectId: number;
  readonly known: readonly { readonly id: number; readonly name: string }[];
  readonly tile: number;
  readonly act: (what: GridAct) => void;
  readonly reload: () => void;
}): JSX.Element {
  const { filter, change, clauses, setClauses } = state;
  const client = useService(ClassificationClient);
  const [search, setSearch] = useTyped(filter.name ?? '', name => change({ name }));
  const folder = filter.folder_id === undefined ? {} : { folder_id: filter.folder_id };
  const progress = useQuery({
    queryKey: ['editor-classification', 'progress', projectId, folder],
    queryFn: async () => ({
      all: await client.count(projectId, folder),
      done: await client.count(projectId, { ...folder, where: [ANSWERED] }),
    }),
  });
  const chosen = classFilter(clauses);
  return (
    <PageToolbar>
      <SearchBox value={search} onChange={setSearch} label={messages.gridPage.searchByName} />
      <Segments
        aria-label={messages.shared.whichItems}
        value={chosen === 'none' ? 'none' : chosen === undefined ? 'all' : ''}
        onChange={value => setClauses(withClassFilter(clauses, value === 'none' ? 'none' : undefined))}
        data={[
          { value: 'all', label: messages.gridPage.all },
          { value: 'none', label: messages.gridPage.notYet },
        ]}
      />
      <Select
        aria-label={messages.shared.class}
        placeholder={messages.gridPage.ofClass}
        clearable
        searchable
        w={170}
        value={typeof chosen === 'number' ? String(chosen) : null}
        data={known.map(each => ({ value: String(each.id), label: each.name }))}
        onChange={value => setClauses(withClassFilter(clauses, value === null ? undefined : Number(value)))}
      />
      <Tooltip label={messages.gridPage.loadTheListAgain}>
        <ActionIcon aria-label={messages.gridPage.loadTheListAgain} onClick={reload}>
          <Icon name="refresh" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.gridPage.smallerPictures}>
        <ActionIcon
          aria-label={messages.shared.smallerPictures}
          disabled={tile === tileSizes[0]}
          onClick={() => act('smaller')}
        >
          <Icon name="zoomOut" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.gridPage.largerPictures}>
        <ActionIcon
          aria-label={messages.shared.largerPictures}
          disabled={tile === tileSizes.at(-1)}
          onClick={() => act('larger')}
        >
          <Icon name="zoomIn" />
        </ActionIcon>
      </Tooltip>
      {progress.data === undefined ? undefined : (
        <div className={classes['progress']}>
          <Progress
            className={classes['bar']!}
            size="sm"
            aria-label={messages.gridPage.classified}
            value={progress.data.all === 0 ? 0 : (progress.data.done / progress.data.all) * 100}
          />
          {messages.gridPage.doneOfAllClassified(progress.data.done, progress.data.all)}
        </div>
      )}
    </PageToolbar>
  );
}

/** The list an item is opened from, in the form the editor reads. */
function originOf(search: URLSearchParams, folderId: number | undefined): string {
  const origin = new URLSearchParams(search);
  const name = origin.get('q');
  origin.delete('q');
  if (name !== null) origin.set('name', name);
  if (folderId !== undefined) origin.set('folder_id', String(folderId));
  if (!origin.has('sort')) origin.set('sort', 'name');
  return origin.toString();
}
