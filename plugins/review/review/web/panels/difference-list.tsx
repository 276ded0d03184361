import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Difference } from '../../common/compare-versions.ts';
import { differenceStyles, kindOf, wordsOf } from '../../common/difference-style.ts';
import { messages } from '../messages.ts';
import { VersionCompare } from '../version-compare.ts';
import classes from './review.module.css';

const HEIGHT = 40;

/** The differences one by one. */
export function DifferenceList({
  work,
  differences,
  onRestore,
}: {
  readonly work: OpenWork;
  readonly differences: readonly Difference[];
  readonly onRestore?: (difference: Difference) => void;
}): JSX.Element {
  const compare = useService(VersionCompare);
  const { current } = useSnapshot(compare.state);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: differences.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
  });
  const place = differences.findIndex(each => each.id === current);
  useEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' });
  }, [place, virtualizer]);

  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    compare.step(event.key === 'ArrowDown' ? 1 : -1);
  };
  const names = new Map(work.session.classes.map(each => [each.id, each.name]));
  const className = (difference: Difference): string => {
    const [before, after] = [difference.before, difference.after].map(each =>
      each === undefined ? undefined : (names.get(each.classId) ?? messages.differenceList.noClass),
    );
    return before !== undefined && after !== undefined && before !== after
      ? `${before} → ${after}`
      : (after ?? before ?? '');
  };
  return (
    <div
      ref={scroller}
      className={classes['scroll']}
      role="listbox"
      aria-label={messages.differenceList.differences}
      tabIndex={0}
      onKeyDown={press}
    >
      <div className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const each = differences[index]!;
          const { color, sign } = differenceStyles[kindOf(each)];
          const change = work.editor?.changeOf?.(each.before, each.after) ?? {
            title: className(each),
            words: wordsOf(each),
          };
          return (
            <div
              key={each.id}
              className={classes['line']}
              role="option"
              aria-selected={each.id === current}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => compare.goTo(each)}
            >
              <span className={classes['sign']} style={{ borderColor: color }} aria-hidden>
                {sign}
              </span>
              <span className={classes['text']} title={`${change.title}: ${change.words}`}>
                <div>{change.title}</div>
                <div className={classes['muted']}>{change.words}</div>
              </span>
              {onRestore === undefined ? undefined : (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  tabIndex={-1}
                  onClick={event => {
                    event.stopPropagation();
                    onRestore(each);
                  }}
                >
                  {messages.differenceList.restore}
                </Button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
