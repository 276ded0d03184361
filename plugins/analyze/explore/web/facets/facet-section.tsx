import { UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { errorText, Icon, LoadingSkeleton } from '#core/ui/web/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import type { FacetKind } from '../../common/facets/facet.ts';
import type { Query } from '../../common/query/expression.ts';
import { messages } from '../messages.ts';
import { MeasurePanel } from '../quality/measure-panel.tsx';
import classes from './facets.module.css';
import { facetTitles } from './facet-titles.ts';
import { FacetValues } from './facet-values.tsx';
import { useFacetCounts } from './use-facet-counts.ts';

interface FacetSectionProps {
  readonly projectId: number;
  readonly kind: FacetKind;
  readonly address: ExploreAddress;
  readonly query: Query;
  readonly statuses: ReadonlyMap<string, string>;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onRun: (query: string) => void;
}

/** One kind of facet under its title; it is counted only while it is open. */
export function FacetSection({ kind, open, onToggle, ...props }: FacetSectionProps): JSX.Element {
  return (
    <section className={classes['section']} aria-label={facetTitles[kind]}>
      <UnstyledButton className={classes['title']} aria-expanded={open} tabIndex={-1} data-stop onClick={onToggle}>
        <Icon name={open ? 'down' : 'right'} size={14} />
        {facetTitles[kind]}
      </UnstyledButton>
      {open ? <Values kind={kind} {...props} /> : undefined}
    </section>
  );
}

function Values({
  projectId,
  kind,
  address,
  ...props
}: Omit<FacetSectionProps, 'open' | 'onToggle'>): JSX.Element | undefined {
  const { data, error, isPending, refetch } = useFacetCounts(projectId, address, kind);
  if (isPending) return <LoadingSkeleton h={64} label={messages.facetSection.counting} />;
  if (kind === 'quality' && isFault(error) && error.code === 'SIMILARITY_NOT_READY')
    return (
      <div className={classes['panel']}>
        <MeasurePanel projectId={projectId} onReady={() => void refetch()} />
      </div>
    );
  if (data === undefined) return <div className={classes['note']}>{errorText(error)}</div>;
  const listed = data.filter(each => each.values.length > 0);
  if (listed.length === 0)
    return <div className={classes['note']}>{messages.facetSection.nothingToChooseFromHere}</div>;
  return (
    <>
      {listed.map(each => (
        <div key={each.name ?? ''}>
          {each.name === null ? undefined : <div className={classes['name']}>{each.name}</div>}
          <FacetValues counted={each} {...props} />
        </div>
      ))}
      {listed.some(each => each.values.some(({ count }) => count === null)) ? (
        <div className={classes['note']}>{messages.facetSection.countingTookTooLong}</div>
      ) : undefined}
    </>
  );
}
