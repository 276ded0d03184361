import { Button } from '@mantine/core';
import type { JSX } from 'react';
import type { QueryProblem } from '../../common/query/expression.ts';
import { markedQuery } from '../../common/query/typing.ts';
import classes from '../explore.module.css';

/** Problems that are shown at once; a query with more has them one after another. */
const MOST = 3;

interface QueryProblemsProps {
  readonly id: string;
  readonly query: string;
  /** True when the query was not run because of them; otherwise they are warnings. */
  readonly refused: boolean;
  readonly problems: readonly QueryProblem[];
  /** Runs a query with a name in place of what was wrong. */
  readonly onCure: (query: string) => void;
}

/** Lists the problems or warnings of a query with their places, and similar names. */
export function QueryProblems({ id, query, refused, problems, onCure }: QueryProblemsProps): JSX.Element {
  return (
    <div id={id} role={refused ? 'alert' : 'status'} className={classes['problems']} data-refused={refused}>
      {problems.slice(0, MOST).map(({ code, message, from, to, suggestions }) => {
        const { before, marked, after } = markedQuery(query, { from, to });
        return (
          <div key={`${code} ${from}`} className={classes['problem']}>
            <code>
              {before}
              <mark className={classes['wrong']}>{marked}</mark>
              {after}
            </code>
            <span>{message}</span>
            {suggestions.slice(0, 3).map(each => (
              <Button
                key={each}
                size="compact-xs"
                variant="default"
                onClick={() => onCure(query.slice(0, from) + each + query.slice(to))}
              >
                {each}
              </Button>
            ))}
          </div>
        );
      })}
    </div>
  );
}
