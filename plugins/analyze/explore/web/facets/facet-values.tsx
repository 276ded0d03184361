import { Checkbox, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Query } from '../../common/query/expression.ts';
import type { Facet } from '../../common/facets/facet.ts';
import { chosenValues, sameValue, toggleValue } from '../../common/facets/facet-terms.ts';
import { printQuery } from '../../common/query/print-query.ts';
import type { CountedFacetView } from '../../common/search-api.ts';
import { messages } from '../messages.ts';
import classes from './facets.module.css';
import { valueTitle } from './facet-titles.ts';

/** Values that are listed at once; the rest follows on demand. */
const FEW = 8;

interface FacetValuesProps {
  readonly counted: CountedFacetView;
  readonly query: Query;
  readonly statuses: ReadonlyMap<string, string>;
  readonly onRun: (query: string) => void;
}

/** Values of one facet: a click adds one to the query or removes it. */
export function FacetValues({ counted, query, statuses, onRun }: FacetValuesProps): JSX.Element {
  const [all, setAll] = useState(false);
  const facet: Facet = counted.name === null ? { kind: counted.kind } : { kind: counted.kind, name: counted.name };
  const chosen = chosenValues(query, facet);
  const isChosen = (value: string | null): boolean => chosen.some(each => sameValue(facet, each, value));
  const listed = counted.values.filter(({ value }, index) => all || index < FEW || isChosen(value));
  const rest = counted.values.length - listed.length;
  return (
    <>
      <ul className={classes['values']} aria-label={counted.name ?? undefined}>
        {listed.map(({ value, count }) => {
          const title = valueTitle(facet.kind, value, statuses);
          return (
            <li key={String(value)} className={classes['value']} data-empty={count === 0}>
              <Checkbox
                size="xs"
                className={classes['check'] ?? ''}
                label={
                  <span className={value === null ? classes['none'] : classes['label']} title={title}>
                    {title}
                  </span>
                }
                tabIndex={-1}
                data-stop
                checked={isChosen(value)}
                onChange={() => onRun(printQuery(toggleValue(query, facet, value)))}
              />
              <span className={classes['count']}>{count === null ? '' : count.toLocaleString('en')}</span>
            </li>
          );
        })}
      </ul>
      {rest > 0 ? (
        <UnstyledButton className={classes['more']} tabIndex={-1} data-stop onClick={() => setAll(true)}>
          {messages.facetValues.restMore(rest)}
        </UnstyledButton>
      ) : undefined}
      {all && counted.more ? (
        <div className={classes['note']}>{messages.facetValues.onlyTheMostFrequentValues}</div>
      ) : undefined}
    </>
  );
}
