import { Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Difference } from '#plugins/review/review/common/index.ts';
import { differenceStyles, kindOf, wordsOf } from '#plugins/review/review/common/index.ts';
import classes from './item-page.module.css';
import { messages } from './messages.ts';

/** Differences that are listed. */
const LISTED = 500;

interface DifferenceLinesProps {
  readonly differences: readonly Difference[];
  /** Names of classes by their ids. */
  readonly classNames: ReadonlyMap<number, string>;
  /** Id of the selected difference. */
  readonly current: string | undefined;
  readonly onCurrent: (id: string | undefined) => void;
}

/** The objects in which two versions differ, one by one; one of them can be selected. */
export function DifferenceLines({ differences, classNames, current, onCurrent }: DifferenceLinesProps): JSX.Element {
  const title = ({ before, after }: Difference): string =>
    classNames.get((after ?? before)?.classId ?? -1) ?? (after ?? before)?.className ?? messages.versionsPanel.noClass;
  return (
    <>
      <ul className={classes['list']}>
        {differences.slice(0, LISTED).map(each => {
          const { color, sign } = differenceStyles[kindOf(each)];
          return (
            <li key={each.id}>
              <button
                type="button"
                className={classes['difference']}
                aria-pressed={each.id === current}
                onClick={() => onCurrent(each.id === current ? undefined : each.id)}
              >
                <span className={classes['sign']} style={{ borderColor: color }} aria-hidden>
                  {sign}
                </span>
                <span>
                  {title(each)}
                  <span className={classes['muted']}> · {wordsOf(each)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {differences.length > LISTED ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.versionsPanel.first500AreListed}
        </Text>
      ) : undefined}
    </>
  );
}
