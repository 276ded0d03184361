import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { DueMark } from '#plugins/workspace/projects/web/kit/index.ts';
import type { ProjectSummary } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { SummaryLoader } from '../summary-loader.ts';
import classes from './card.module.css';

const PICTURES = [0, 1, 2, 3] as const;

/** People of a card whose line also holds a count of returned items and a due date: more would not fit. */
const FEW = 2;

const count = (items: number): string => items.toLocaleString('en');

/** The middle of a project's card: pictures, items by status, what was returned, and the people. */
export default function CardPanel({ context }: PanelProps): JSX.Element {
  const project = context['project'] as Project;
  const loader = useService(SummaryLoader);
  const { data } = useQuery({ queryKey: ['projectSummary', project.id], queryFn: () => loader.load(project.id) });
  const summary = data ?? undefined;
  const isFull = summary !== undefined && summary.returned > 0 && summary.due_on !== null;
  return (
    <div className={classes['card']}>
      <div className={classes['thumbnails']} data-empty={(project.imageCount ?? 0) === 0} aria-hidden>
        {PICTURES.map(place => {
          const address = summary?.thumbnails[place];
          return address === undefined ? (
            <span key={place} className={classes['blank']} />
          ) : (
            <img key={place} src={address} alt="" loading="lazy" decoding="async" />
          );
        })}
      </div>
      <Progress project={project} summary={summary} />
      <div className={classes['line']}>
        {summary === undefined || summary.returned === 0 ? undefined : (
          <span className={classes['returned']}>{messages.cardPanel.countReturned(count(summary.returned))}</span>
        )}
        {summary === undefined || summary.due_on === null ? undefined : <DueMark due={summary.due_on} />}
        <People summary={summary} {...(isFull ? { most: FEW } : {})} />
      </div>
    </div>
  );
}

function Progress({
  project,
  summary,
}: {
  readonly project: Project;
  readonly summary: ProjectSummary | undefined;
}): JSX.Element {
  const total = project.imageCount ?? 0;
  const parts = summary?.statuses ?? [];
  const words = parts.map(each => `${count(each.items)} ${each.name.toLowerCase()}`).join(', ');
  const label = total === 0 ? messages.cardPanel.noItemsYet : words;
  return (
    <div className={classes['line']} title={label}>
      <div className={classes['bar']} role="img" aria-label={label === '' ? messages.cardPanel.itemsByStatus : label}>
        {parts.map(({ status, items }) => (
          <span
            key={status}
            className={classes['part']}
            style={{ flex: items, background: itemStatusOf(status).color }}
          />
        ))}
      </div>
      <span className={classes['numbers']}>
        {total === 0 ? messages.cardPanel.noItems : `${count(project.completedImagesCount ?? 0)} / ${count(total)}`}
      </span>
    </div>
  );
}

function People({
  summary,
  most = Infinity,
}: {
  readonly summary: ProjectSummary | undefined;
  readonly most?: number;
}): JSX.Element | undefined {
  if (summary === undefined || summary.people_count === 0) return undefined;
  const shown = summary.people.slice(0, most);
  const more = summary.people_count - shown.length;
  const names = summary.people.map(each => each.name).join(', ');
  return (
    <span
      className={classes['people']}
      role="img"
      aria-label={messages.cardPanel.peopleCountPeople(summary.people_count, names)}
      title={names}
    >
      {shown.map(({ email, name }) => (
        <Avatar key={email} size={22} name={name} color="initials" />
      ))}
      {more > 0 ? <Avatar size={22}>+{more}</Avatar> : undefined}
    </span>
  );
}
