import type { JSX } from 'react';
import { messages } from '../messages.ts';
import classes from './suggestions.module.css';
import type { ClassCount } from './count-classes.ts';

/** The classes that are suggested, with their numbers; choosing one shows its suggestions only. */
export function ClassCounts({
  counts,
  only,
  onChoose,
}: {
  readonly counts: readonly ClassCount[];
  readonly only: number | undefined;
  readonly onChoose: (classId: number | undefined) => void;
}): JSX.Element {
  return (
    <div className={classes['counts']} role="group" aria-label={messages.shared.classes}>
      {counts.map(({ owner, count }) => (
        <button
          key={owner.id}
          type="button"
          className={classes['count']}
          aria-pressed={owner.id === only}
          onClick={() => onChoose(owner.id === only ? undefined : owner.id)}
        >
          <span className={classes['swatch']} style={{ background: owner.color }} />
          {owner.name}
          <span className={classes['muted']}>{count.toLocaleString('en')}</span>
        </button>
      ))}
    </div>
  );
}
