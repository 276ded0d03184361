import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Segments, Tooltip } from '#core/ui/web/index.ts';
import { PictureSize, things } from '#plugins/workspace/items/web/kit/index.ts';
import type { ResultView } from '../../common/explore-address.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';

interface ResultBarProps {
  /** Undefined until it is known. */
  readonly count: number | undefined;
  /** Objects of those items, where they are shown. */
  readonly objects: number | undefined;
  /** False where there are more than were counted. */
  readonly exact: boolean;
  readonly onCountAll: () => void;
  readonly view: ResultView;
  /** Items may have pictures, which the map compares. */
  readonly mapped: boolean;
  readonly onView: (view: ResultView) => void;
  /** The pane of filters is shown. */
  readonly pane: boolean;
  readonly onPane: (shown: boolean) => void;
  readonly onLink: () => void;
  /** A second query is shown beside this one. */
  readonly split: boolean;
  readonly onSplit: () => void;
}

/** Shows the number of results, and the choice of their view. */
export function ResultBar({
  count,
  objects,
  exact,
  onCountAll,
  view,
  mapped,
  onView,
  pane,
  onPane,
  onLink,
  split,
  onSplit,
}: ResultBarProps): JSX.Element {
  return (
    <div className={classes['results']}>
      <Tooltip label={pane ? messages.resultBar.hideFilters : messages.resultBar.showFilters}>
        <ActionIcon aria-label={messages.shared.filters} aria-pressed={pane} onClick={() => onPane(!pane)}>
          <Icon name="filter" />
        </ActionIcon>
      </Tooltip>
      <span role="status" className={classes['count']}>
        {count === undefined ? (
          messages.resultBar.searching
        ) : exact ? (
          things(count)
        ) : (
          <Tooltip label={messages.resultBar.countAll}>
            <UnstyledButton className={classes['count']} fz="inherit" onClick={onCountAll}>
              {messages.resultBar.countItems(count)}
            </UnstyledButton>
          </Tooltip>
        )}
        {objects === undefined
          ? undefined
          : `, ${objects.toLocaleString('en')} ${objects === 1 ? 'object' : 'objects'}`}
      </span>
      <Group gap={4} ml="auto" wrap="nowrap">
        {view === 'grid' || view === 'instance' ? <PictureSize /> : undefined}
        <Tooltip label={messages.resultBar.copyLink}>
          <ActionIcon aria-label={messages.resultBar.copyLink} onClick={onLink}>
            <Icon name="link" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={split ? messages.resultBar.oneQuery : messages.resultBar.twoQueries}>
          <ActionIcon aria-label={messages.resultBar.twoQueries} aria-pressed={split} onClick={onSplit}>
            <Icon name="columns" />
          </ActionIcon>
        </Tooltip>
        <Segments
          aria-label={messages.resultBar.view}
          value={view}
          onChange={value => onView(value)}
          data={[
            { value: 'grid', label: <ViewIcon name="grid" label={messages.resultBar.grid} /> },
            { value: 'list', label: <ViewIcon name="list" label={messages.resultBar.list} /> },
            { value: 'zoom', label: <ViewIcon name="eye" label={messages.resultBar.zoom} /> },
            { value: 'instance', label: <ViewIcon name="shape" label={messages.shared.objects} /> },
            ...(mapped
              ? [{ value: 'map' as const, label: <ViewIcon name="scatter" label={messages.resultBar.map} /> }]
              : []),
          ]}
        />
      </Group>
    </div>
  );
}

function ViewIcon({ name, label }: { readonly name: string; readonly label: string }): JSX.Element {
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} className={classes['viewIcon']}>
        <Icon name={name} size={14} />
      </span>
    </Tooltip>
  );
}
