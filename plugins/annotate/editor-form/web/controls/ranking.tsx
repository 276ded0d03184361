import { ActionIcon, Button } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Tooltip, useReorder } from '#core/ui/web/index.ts';
import { optionsOf } from '#plugins/annotate/form/common/index.ts';
import type { ControlProps } from './control.ts';
import { rankAt, readRanks, takeOut, toggleTie, unranked } from './rank-order.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** Options in an order of preference: dragged, or moved by the arrow keys on their handles. */
export default function RankingControl({ component, field, name }: ControlProps): JSX.Element {
  const options = optionsOf(component);
  const ranks = readRanks(field.value, options);
  const lines = ranks.flatMap((place, at) => place.map(option => ({ option, at, tied: place.length > 1 })));
  const order = useReorder(lines.length, (from, to) => {
    const moving = lines[from]!;
    const rest = takeOut(ranks, moving.option);
    const beside = lines[to]!.option;
    const place = rest.findIndex(each => each.includes(beside));
    field.set(rankAt(ranks, moving.option, from < to ? place + 1 : place));
  });
  return (
    <div role="group" aria-label={name}>
      <div className={classes['ranks']} {...order.list}>
        {lines.map(({ option, at, tied }, line) => {
          const { 'data-over': over, ...drop } = order.row(line);
          return (
            <div key={option} className={classes['rank']} data-over={over} {...drop}>
              {field.readOnly ? undefined : order.grip(line, option)}
              <span className={classes['place']}>{at + 1}.</span>
              <span className={classes['grow']}>{option}</span>
              {field.readOnly ? undefined : (
                <>
                  {component['allowTies'] === false || (at === 0 && !tied) ? undefined : (
                    <Button
                      variant={tied ? 'light' : 'subtle'}
                      size="compact-xs"
                      aria-pressed={tied}
                      onClick={() => field.set(toggleTie(ranks, option))}
                    >
                      {tied ? messages.ranking.untie : messages.ranking.tieWithTheOneAbove}
                    </Button>
                  )}
                  <Tooltip label={messages.ranking.takeOutOfTheRanking}>
                    <ActionIcon
                      size="sm"
                      aria-label={messages.ranking.takeOptionOutOfTheRanking(option)}
                      onClick={() => field.set(takeOut(ranks, option))}
                    >
                      <Icon name="close" size={14} />
                    </ActionIcon>
                  </Tooltip>
                </>
              )}
            </div>
          );
        })}
      </div>
      <div className={classes['bar']}>
        {unranked(ranks, options).map(option => (
          <Button
            key={option}
            data-control
            variant="default"
            size="compact-sm"
            disabled={field.readOnly}
            aria-label={messages.ranking.rankOptionCount(option, ranks.length + 1)}
            onClick={() => field.set([...ranks, [option]])}
          >
            {option}
          </Button>
        ))}
      </div>
    </div>
  );
}
