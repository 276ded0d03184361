import { Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { Panel, usePanels } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, LoadingSkeleton, PageBody } from '#core/ui/web/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { useOpenedProject, useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { countText, itemsText, percentText } from '../../common/format.ts';
import type { StatusRow } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { CalculationPanel, isNotCalculated } from '../calculation-panel.tsx';
import { ExploreLink } from '../kit/explore-link.tsx';
import { Section } from '../kit/section.tsx';
import { messages } from '../messages.ts';
import { CardRow } from '../sections/card-row.tsx';
import { ClassTable } from '../sections/class-table.tsx';
import { FolderTable } from '../sections/folder-table.tsx';
import { PeopleSection } from '../sections/people-section.tsx';
import { StatusChart } from '../sections/status-chart.tsx';
import { useReports } from '../use-reports.ts';

/** Numbers of the first row; analytics has the others. */
const SHOWN = ['items', 'completed', 'progress', 'objects', 'active', 'people', 'time', 'last'];
const MOST_CLASSES = 8;

/** Shows the state of a project at a glance: the first page of those who manage it. */
export default function OverviewPage(): JSX.Element {
  const project = useProject();
  const isOpened = useOpenedProject();
  const { cards, overview, classes: byClass, attributes, folders } = useReports({});
  const panels = usePanels('project.overview');
  const base = `/t/${project.team_id}/p/${project.id}`;
  const others = panels.map(panel => <Panel key={`${panel.plugin}.${panel.name}`} panel={panel} context={{}} />);
  if (isNotCalculated(cards.error))
    return (
      <PageBody>
        {others}
        <CalculationPanel />
      </PageBody>
    );
  if (cards.error !== null && cards.data === undefined)
    return <ErrorPanel error={cards.error} onRetry={() => void cards.refetch()} />;
  if (cards.data?.cards.find(each => each.key === 'items')?.value === 0) {
    // Who opens a project without items comes to add some.
    if (isOpened) return <Navigate replace to={`${base}/data`} />;
    return (
      <EmptyState icon="image" text={messages.overviewPage.thisProjectHasNoItemsYet}>
        <Link to={`${base}/data`}>{messages.overviewPage.addItems}</Link>
      </EmptyState>
    );
  }
  return (
    <PageBody>
      <div style={{ paddingTop: 14 }}>
        {cards.data === undefined ? (
          <LoadingSkeleton h={110} mb="md" label={messages.shared.loadingTheFigures} />
        ) : (
          <>
            <CardRow cards={cards.data.cards.filter(each => SHOWN.includes(each.key))} />
            <StatusBar rows={cards.data.rows} />
          </>
        )}
        {others}
        <div className={classes['columns']}>
          <Section
            title={messages.shared.statusOverTime}
            hint={messages.shared.itemsAtTheEnd}
            loaded={overview}
            controls={<Link to={`${base}/analytics`}>{messages.overviewPage.allFigures}</Link>}
          >
            {({ series }) => <StatusChart series={series} height={240} />}
          </Section>
          <Section
            title={messages.shared.classes}
            loaded={byClass}
            {...((byClass.data?.rows.length ?? 0) > MOST_CLASSES
              ? { hint: messages.overviewPage.mostClassesMostFrequent(MOST_CLASSES) }
              : {})}
          >
            {({ rows }) =>
              rows.every(each => each.objects === 0) ? (
                <Text size="sm" c="var(--loupe-muted)" py="sm">
                  {messages.shared.noObjectsYet}
                </Text>
              ) : (
                <ClassTable rows={rows} attributes={attributes.data?.rows ?? []} most={MOST_CLASSES} />
              )
            }
          </Section>
          {(folders.data?.rows.length ?? 0) > 1 ? (
            <Section title={messages.shared.folders} loaded={folders}>
              {({ rows }) => <FolderTable rows={rows} />}
            </Section>
          ) : undefined}
        </div>
        <PeopleSection filter={{}} />
      </div>
    </PageBody>
  );
}

/** All items as one bar, divided by status; each part is named below it. */
function StatusBar({ rows }: { readonly rows: readonly StatusRow[] }): JSX.Element {
  const statuses = useStatuses(useProject().id);
  const looks = rows
    .filter(each => each.items > 0)
    .map(row => ({
      row,
      look: statuses.find(each => each.value === row.status) ?? itemStatusOf(row.status, row.name),
    }));
  return (
    <section className={classes['section']} aria-label={messages.overviewPage.itemsByStatus}>
      <div style={{ display: 'flex', gap: 2, height: 14, margin: '6px 0 8px' }} aria-hidden>
        {looks.map(({ row, look }) => (
          <span key={row.status} style={{ flex: row.items, minWidth: 3, borderRadius: 2, background: look.color }} />
        ))}
      </div>
      <Group gap="4px 20px" className={classes['parts']}>
        {looks.map(({ row, look }) => (
          <Text key={row.status} size="sm" span>
            <span className={classes['swatch']} style={{ background: look.color }} />
            {look.title}{' '}
            <ExploreLink query={row.query} label={messages.shared.itemsText(itemsText(row.items), look.title)}>
              {countText(row.items)}
            </ExploreLink>
            <span className={classes['muted']}> · {percentText(row.share)}</span>
          </Text>
        ))}
      </Group>
    </section>
  );
}
