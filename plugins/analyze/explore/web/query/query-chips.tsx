import { ActionIcon } from '@mantine/core';
import { useMemo } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { parseQuery } from '../../common/query/parse-query.ts';
import { chipsOf } from '../../common/query/query-terms.ts';
import { messages } from '../messages.ts';
import classes from './query-chips.module.css';

/**
 * The conditions of a query that was run, each of which can be removed; a single one is the query itself and has no
 * chip.
 */
export function QueryChips({
  query,
  onRun,
}: {
  readonly query: string;
  readonly onRun: (query: string) => void;
}): JSX.Element | undefined {
  const chips = useMemo(() => {
    const parsed = parseQuery(query);
    return parsed.problems.length > 0 ? [] : chipsOf(parsed.query);
  }, [query]);
  if (chips.length < 2) return undefined;
  return (
    <ul className={classes['chips']} aria-label={messages.queryChips.conditions}>
      {chips.map(({ text, without }, index) => (
        <li key={`${index} ${text}`} className={classes['chip']}>
          <span className={classes['text']} title={text}>
            {text}
          </span>
          <ActionIcon
            size="xs"
            aria-label={messages.queryChips.removeTheConditionText(text)}
            onClick={() => onRun(without)}
          >
            <Icon name="close" size={12} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
