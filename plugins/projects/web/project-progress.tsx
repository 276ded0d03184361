import { Progress, Text, Tooltip } from '@mantine/core';
import type { JSX } from 'react';
import type { Project } from '../common/project.ts';
import classes from './projects.module.css';

/** Completed items of all items, as a bar with both numbers. */
export function ProjectProgress({ project }: { readonly project: Pick<Project, 'imageCount' | 'completedImagesCount'> }): JSX.Element {
  const total = project.imageCount ?? 0;
  const done = project.completedImagesCount ?? 0;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <Tooltip label={total === 0 ? 'No items yet' : `${done.toLocaleString('en')} of ${total.toLocaleString('en')} items completed`}>
      <div className={classes['progress']}>
        <Progress value={percent} size={6} color="teal" className={classes['progressBar']!} aria-label={`${percent} % completed`} />
        <Text size="sm" c="var(--loupe-muted)" className={classes['progressText']!}>{total === 0 ? 'No items' : `${compact(done)} / ${compact(total)}`}</Text>
      </div>
    </Tooltip>
  );
}

const compact = (count: number): string => (count < 100_000 ? count.toLocaleString('en') : `${Math.round(count / 1000).toLocaleString('en')} k`);
