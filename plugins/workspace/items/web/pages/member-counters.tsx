import type { JSX } from 'react';
import { useCan } from '#core/kernel/web/index.ts';
import classes from '../data.module.css';
import { useStatuses } from '../kit/use-statuses.ts';

/** Numbers of the own items a member works through: not started, in progress, returned. */
export function MemberCounters({
  projectId,
  byStatus,
}: {
  readonly projectId: number;
  readonly byStatus: Readonly<Record<string, number>>;
}): JSX.Element {
  const statuses = useStatuses(projectId);
  const notStarted = useCan('ViewNotStartedItemsCount');
  const inProgress = useCan('ViewInProgressItemsCount');
  const shown = statuses.filter(
    each => (each.value === 1 && notStarted) || (each.value === 2 && inProgress) || each.value === 4,
  );
  return (
    <span className={classes['counters']}>
      {shown.map(each => (
        <span key={each.value}>
          <span className={classes['dot']} style={{ background: each.color, marginRight: 5 }} />
          {each.title} {(byStatus[String(each.value)] ?? 0).toLocaleString('en')}
        </span>
      ))}
    </span>
  );
}
