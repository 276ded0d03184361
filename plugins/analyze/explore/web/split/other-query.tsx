import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { ListedItem } from '#plugins/workspace/items/common/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { writtenAddress } from '../../common/explore-address.ts';
import { ActionBar } from '../actions/action-bar.tsx';
import { problemsOf } from '../query/problems-of.ts';
import { QueryBar } from '../query/query-bar.tsx';
import { ResultBody } from '../results/result-body.tsx';
import { ShownList } from '../results/shown-list.tsx';
import type { FoundItem } from '../results/use-found-items.ts';
import { useFoundItems } from '../results/use-found-items.ts';
import { messages } from '../messages.ts';
import classes from './split.module.css';

interface OtherQueryProps {
  readonly projectId: number;
  readonly address: ExploreAddress;
  /** The person works in these results. */
  readonly active: boolean;
  readonly pathOf: (item: Pick<ListedItem, 'id'>) => string;
  readonly onMenu: (item: FoundItem, at: { readonly x: number; readonly y: number }) => void;
  readonly onRun: (query: string) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
  /** The person begins to work in these results. */
  readonly onEnter: () => void;
}

/** The results of a second query, beside those of the first. */
export function OtherQuery({
  projectId,
  address,
  active,
  pathOf,
  onMenu,
  onRun,
  onAgain,
  onClose,
  onEnter,
}: OtherQueryProps): JSX.Element {
  const found = useFoundItems(projectId, address, false);
  const { list } = found;
  const { query } = address;
  const name = `explore/${projectId}/other?${writtenAddress(address).toString()}`;
  return (
    <section
      className={classes['other']}
      aria-label={messages.otherQuery.secondQuery}
      onPointerDownCapture={onEnter}
      onFocusCapture={onEnter}
    >
      {active && list.error === null ? <ShownList key={name} projectId={projectId} found={found} /> : undefined}
      <div className={classes['head']}>
        <QueryBar projectId={projectId} query={query} problems={problemsOf(list.error)} onRun={onRun} />
        <Tooltip label={messages.otherQuery.closeSecondQuery}>
          <ActionIcon size={30} aria-label={messages.otherQuery.closeSecondQuery} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
        </Tooltip>
      </div>
      <p className={classes['count']} role="status">
        {list.count === undefined ? '' : found.exact ? things(list.count) : messages.resultBar.countItems(list.count)}
      </p>
      <ResultBody
        projectId={projectId}
        found={found}
        address={address}
        name={name}
        pathOf={pathOf}
        onMenu={onMenu}
        onAgain={onAgain}
        onClear={() => onRun('')}
      />
      {active && list.error === null && list.count !== undefined ? (
        <ActionBar projectId={projectId} found={found} count={list.count} searched={address} pathOf={pathOf} />
      ) : undefined}
    </section>
  );
}
