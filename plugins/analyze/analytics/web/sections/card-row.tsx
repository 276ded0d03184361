import type { JSX } from 'react';
import { longDate, shortDate } from '#core/ui/web/index.ts';
import { countText, durationText } from '../../common/format.ts';
import type { Card } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { messages } from '../messages.ts';

function valueText({ value, unit }: Card): string {
  if (value === null) return '–';
  if (typeof value === 'string') return unit === 'time' ? shortDate(value) : value;
  if (unit === 'milliseconds') return durationText(value);
  return unit === 'percent'
    ? `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} %`
    : countText(value);
}

/** The numbers at the top of a page; those of items lead to them. */
export function CardRow({ cards }: { readonly cards: readonly Card[] }): JSX.Element {
  const people = cards.find(each => each.key === 'people');
  // One place for both: how many of the people were active.
  const shown = cards
    .filter(each => each !== people)
    .map((each): Card =>
      each.key === 'active' && people !== undefined
        ? { ...each, value: messages.cardRow.valueOf(each.value ?? 0, people.value ?? 0) }
        : each,
    );
  return (
    <dl className={classes['cards']} style={{ marginTop: 0 }}>
      {shown.map(card => (
        <div key={card.key} className={classes['card']}>
          <dt className={classes['cardLabel']}>{card.label}</dt>
          <dd
            className={classes['cardValue']}
            style={{ margin: 0 }}
            title={card.unit === 'time' && typeof card.value === 'string' ? longDate(card.value) : undefined}
          >
            <ExploreLink
              query={card.query}
              label={messages.cardRow.labelValueTextShowInExplore(card.label, valueText(card))}
            >
              {valueText(card)}
            </ExploreLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
