import type { JSX } from 'react';
import type { Project } from '../common/project.ts';
import { messages } from './messages.ts';
import classes from './projects.module.css';

/** Completed items of all items, as a bar with both numbers. */
export function ProjectProgress({
  project,
}: {
  readonly project: Pick<Project, 'imageCount' | 'completedImagesCount'>;
}): JSX.Element {
  const total = project.imageCount ?? 0;
  const done = project.completedImagesCount ?? 0;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  const text =
    total === 0
      ? messages.projectProgress.noItemsYet
      : messages.projectProgress.ofItemsCompleted(done.toLocaleString('en'), total.toLocaleString('en'));
  return (
    <div className={classes['progress']} title={text}>
      <div
        className={classes['progressBar']}
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={text}
      >
        <div className={classes['progressDone']} style={{ width: `${percent}%` }} />
      </div>
      <span className={classes['progressText']}>
        {total === 0 ? messages.projectProgress.noItems : `${compact(done)} / ${compact(total)}`}
      </span>
    </div>
  );
}

const compact = (count: number): string =>
  count < 100_000 ? count.toLocaleString('en') : `${Math.round(count / 1000).toLocaleString('en')} k`;
