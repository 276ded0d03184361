import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { Panel, useCan, usePanels, useService } from '#core/kernel/web/index.ts';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  LoadingSkeleton,
  PageBody,
  PageHeader,
  shortDate,
  toast,
  toastError,
  Tooltip,
} from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { AnalyticsClient } from '../analytics-client.ts';
import classes from '../analytics.module.css';
import { CalculationPanel, calculationKey, isNotCalculated } from '../calculation-panel.tsx';
import { FigureFilters } from '../kit/figure-filters.tsx';
import { Section } from '../kit/section.tsx';
import { useFigureFilters } from '../kit/use-figure-filters.ts';
import { messages } from '../messages.ts';
import { CardRow } from '../sections/card-row.tsx';
import { ClassTable } from '../sections/class-table.tsx';
import { FolderTable } from '../sections/folder-table.tsx';
import { PeopleSection } from '../sections/people-section.tsx';
import { QualitySection } from '../sections/quality-section.tsx';
import { StatusChart } from '../sections/status-chart.tsx';
import { StatusTable } from '../sections/status-table.tsx';
import { useReports } from '../use-reports.ts';

/** Progress, people, classes and time of a project. Members who are no managers see their own. */
export default function AnalyticsPage(): JSX.Element {
  const project = useProject();
  const { reports } = useService(AnalyticsClient);
  const queries = useQueryClient();
  const manages = useCan('GenerateAnalytics');
  const [filter, setFilter] = useFigureFilters();
  const panels = usePanels('project.analytics');
  // A link that names other people is no use to somebody who sees only themselves.
  const shown = manages ? filter : {};
  const { cards, overview, classes: byClass, attributes, folders } = useReports(shown);
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['analytics', project.id] });
  const recalculate = async (): Promise<void> => {
    try {
      await reports.startCalculation({ params: { project_id: project.id } });
      toast(messages.analyticsPage.countingEverythingAgain, { tone: 'info' });
    } catch (error) {
      if (isFault(error) && error.code === 'ALREADY_RUNNING')
        toast(messages.analyticsPage.figuresAreBeingCountedAlready, { tone: 'info' });
      else toastError(error);
    }
    await queries.invalidateQueries({ queryKey: calculationKey(project.id) });
  };
  if (isNotCalculated(cards.error)) return <CalculationPanel />;
  const empty = cards.data !== undefined && cards.data.cards.find(each => each.key === 'items')?.value === 0;
  const filtered = Object.keys(shown).length > 0;
  return (
    <>
      <PageHeader title={manages ? messages.analyticsPage.analytics : messages.analyticsPage.yourWork}>
        {manages ? <FigureFilters filter={filter} onChange={setFilter} /> : undefined}
        {cards.data === undefined ? undefined : (
          <Text size="xs" c="var(--loupe-muted)" style={{ whiteSpace: 'nowrap' }}>
            {messages.analyticsPage.asOfShortDate(shortDate(cards.data.asOf))}
          </Text>
        )}
        <Tooltip label={messages.analyticsPage.refresh}>
          <ActionIcon aria-label={messages.analyticsPage.refresh} onClick={refresh}>
            <Icon name="refresh" />
          </ActionIcon>
        </Tooltip>
        {manages ? (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <ActionIcon aria-label={messages.analyticsPage.moreAboutAnalytics}>
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="restore" />} onClick={() => void recalculate()}>
                {messages.analyticsPage.countEverythingAgain}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : undefined}
      </PageHeader>
      <PageBody>
        {cards.data !== undefined ? (
          <CardRow cards={cards.data.cards} />
        ) : cards.error !== null ? (
          <ErrorPanel error={cards.error} onRetry={refresh} />
        ) : (
          <LoadingSkeleton h={118} mb="md" label={messages.shared.loadingTheFigures} />
        )}
        {empty ? (
          <EmptyState
            icon="chart"
            text={
              filtered
                ? messages.analyticsPage.noItemMatchesTheseFilters
                : manages
                  ? messages.analyticsPage.thisProjectHasNoItemsYet
                  : messages.analyticsPage.youHaveNoItems
            }
          >
            {filtered ? (
              <Button variant="default" onClick={() => setFilter({})}>
                {messages.analyticsPage.clearFilters}
              </Button>
            ) : undefined}
          </EmptyState>
        ) : cards.error !== null && cards.data === undefined ? undefined : (
          <>
            <div className={classes['columns']}>
              <Section title={messages.shared.status} loaded={overview}>
                {({ rows }) => <StatusTable rows={rows} />}
              </Section>
              <Section title={messages.shared.statusOverTime} hint={messages.shared.itemsAtTheEnd} loaded={overview}>
                {({ series }) => <StatusChart series={series} />}
              </Section>
              <Section title={messages.shared.classes} loaded={byClass}>
                {({ rows }) =>
                  rows.every(each => each.objects === 0) ? (
                    <Text size="sm" c="var(--loupe-muted)" py="sm">
                      {messages.shared.noObjectsYet}
                    </Text>
                  ) : (
                    <div
                      className={classes['scroll']}
                      tabIndex={0}
                      role="region"
                      aria-label={messages.analyticsPage.tableOfClasses}
                    >
                      <ClassTable rows={rows} attributes={attributes.data?.rows ?? []} />
                    </div>
                  )
                }
              </Section>
              {manages ? (
                <Section title={messages.shared.folders} loaded={folders}>
                  {({ rows }) => <FolderTable rows={rows} />}
                </Section>
              ) : undefined}
            </div>
            <PeopleSection filter={shown} />
            <QualitySection filter={shown} />
            {panels.map(panel => (
              <Panel key={`${panel.plugin}.${panel.name}`} panel={panel} context={{}} />
            ))}
          </>
        )}
      </PageBody>
    </>
  );
}
