import { useEffect, useMemo, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { facetKinds } from '../../common/facets/facet.ts';
import { parseQuery } from '../../common/query/parse-query.ts';
import { ExploreViewStore } from '../explore-view-store.ts';
import { messages } from '../messages.ts';
import { FacetSection } from './facet-section.tsx';
import classes from './facets.module.css';

interface FacetPaneProps {
  readonly projectId: number;
  /** Items of the project may have pictures. */
  readonly pictures: boolean;
  readonly address: ExploreAddress;
  readonly onRun: (query: string) => void;
}

/** Values by which the results can be narrowed down. One tab stop: arrow keys go through it. */
export function FacetPane({ projectId, pictures, address, onRun }: FacetPaneProps): JSX.Element {
  const store = useService(ExploreViewStore);
  const { open } = useSnapshot(store.state);
  const statuses = useStatuses(projectId);
  const titles = useMemo(() => new Map(statuses.map(each => [each.name.toLowerCase(), each.title])), [statuses]);
  const { query } = useMemo(() => parseQuery(address.query), [address.query]);
  const pane = useRef<HTMLElement>(null);
  const stops = (): readonly HTMLElement[] => [...(pane.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];

  // The stop that was focused last takes part in the tab order, else the first one.
  useEffect(() => {
    const all = stops();
    const current =
      all.find(each => each === document.activeElement) ?? all.find(each => each.tabIndex === 0) ?? all[0];
    for (const each of all) each.tabIndex = each === current ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = stops();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined || at === -1 ? undefined : all[to];
    if (next === undefined) return;
    for (const each of all) each.tabIndex = each === next ? 0 : -1;
    next.focus();
    event.preventDefault();
  };

  return (
    <aside ref={pane} className={classes['pane']} aria-label={messages.shared.filters} onKeyDown={onKeyDown}>
      {facetKinds
        .filter(kind => pictures || kind !== 'quality')
        .map(kind => (
          <FacetSection
            key={kind}
            projectId={projectId}
            kind={kind}
            address={address}
            query={query}
            statuses={titles}
            open={open.includes(kind)}
            onToggle={() => store.toggle(kind)}
            onRun={onRun}
          />
        ))}
    </aside>
  );
}
