import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import type { Offers } from '../../common/query/typing.ts';
import classes from '../explore.module.css';
import { messages } from '../messages.ts';

interface OfferListProps {
  /** Of the field; parts of the list are named after it. */
  readonly id: string;
  readonly offers: Offers['suggestions'];
  /** Place of the one that the keys are at; -1 for none. */
  readonly active: number;
  readonly onTake: (index: number) => void;
}

/** Lists the possible texts at the caret of a query, under its field. */
export function OfferList({ id, offers, active, onTake }: OfferListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <div
      ref={list}
      id={`${id}-offers`}
      role="listbox"
      aria-label={messages.offerList.suggestions}
      className={classes['offers']}
    >
      {offers.map((each, index) => (
        // The field keeps the focus while the pointer takes an offer.
        <div
          key={`${each.kind} ${each.text}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes['offer']}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onTake(index)}
        >
          <span className={classes['offerText']}>{each.text}</span>
          <span className={classes['offerKind']}>{each.kind}</span>
        </div>
      ))}
    </div>
  );
}
