import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { EmptyState, ErrorPanel, Icon, LoadingSkeleton, PageBody, PageHeader, StatusChip } from '#core/ui/web/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { DueMark, today } from '#plugins/workspace/projects/web/kit/index.ts';
import type { ProjectWork } from '../../common/api.ts';
import { byUrgency, nextLabel } from '../../common/work-order.ts';
import { messages } from '../messages.ts';
import { MyWorkClient } from '../my-work-client.ts';
import classes from '../my-work.module.css';
import { useNextTask } from '../use-next-task.ts';

/** Lists the work of the person in all their projects, the most urgent first. */
export default function MyWorkPage(): JSX.Element {
  const { api } = useService(MyWorkClient);
  const team = useTeam();
  const { open, busy } = useNextTask();
  const work = useQuery({
    queryKey: ['myWork', 'all', team.id],
    queryFn: async () => (await api.listMyWork({ query: {} })).data.toSorted(byUrgency(today())),
  });
  const waiting = work.data?.reduce((sum, each) => sum + each.waiting, 0);
  const primary = work.data?.[0];
  return (
    <>
      <PageHeader title={messages.myWorkPage.myWork} {...(primary === undefined ? {} : { count: waiting ?? 0 })} />
      <PageBody>
        {work.error !== null ? (
          <ErrorPanel error={work.error} onRetry={() => void work.refetch()} />
        ) : work.data === undefined ? (
          <LoadingSkeleton h={72} maw={900} label={messages.myWorkPage.loadingYourWork} />
        ) : work.data.length === 0 ? (
          <EmptyState icon="clipboard" text={messages.myWorkPage.youDontAnnotateOrReview}>
            <Button variant="default" component={Link} to={`/t/${team.id}/projects`}>
              {messages.myWorkPage.openProjects}
            </Button>
          </EmptyState>
        ) : (
          <ul className={classes['list']} aria-label={messages.myWorkPage.projects}>
            {work.data.map(each => (
              <Project
                key={each.project_id}
                work={each}
                primary={each === primary}
                busy={busy}
                onOpen={() => open(each)}
              />
            ))}
          </ul>
        )}
      </PageBody>
    </>
  );
}

function Project({
  work,
  primary,
  busy,
  onOpen,
}: {
  readonly work: ProjectWork;
  readonly primary: boolean;
  readonly busy: boolean;
  readonly onOpen: () => void;
}): JSX.Element {
  const team = useTeam();
  const label = nextLabel(work);
  const path = `/t/${team.id}/p/${work.project_id}/data`;
  return (
    <li className={classes['project']}>
      <div className={classes['about']}>
        <div className={classes['name']}>
          <Anchor component={Link} to={path} fw={600} c="var(--loupe-text)">
            {work.name}
          </Anchor>{' '}
          <span className={classes['muted']}>{projectRoleLabel(work.role)}</span>{' '}
          {work.due_on === null || work.waiting === 0 ? undefined : <DueMark due={work.due_on} />}
        </div>
        <div className={classes['counts']}>
          {work.statuses
            .filter(each => each.items > 0)
            .map(({ status, name, items }) => (
              <Link key={status} className={classes['count']} to={`${path}?status=${status}`}>
                <StatusChip
                  label={`${items.toLocaleString('en')} ${name.toLowerCase()}`}
                  color={itemStatusOf(status).color}
                />
              </Link>
            ))}
          {work.waiting > 0 ? undefined : (
            <span className={classes['muted']}>
              {work.paused
                ? messages.myWorkPage.youArePausedInThisProject
                : work.can_request
                  ? messages.myWorkPage.allDone
                  : messages.myWorkPage.allDoneNew}
            </span>
          )}
        </div>
      </div>
      {label === undefined ? undefined : (
        <Button
          variant={primary ? 'filled' : 'default'}
          disabled={busy}
          leftSection={<Icon name={work.waiting > 0 ? 'play' : 'clipboard'} size={14} />}
          aria-label={`${label}: ${work.name}`}
          onClick={onOpen}
        >
          {label}
        </Button>
      )}
    </li>
  );
}
