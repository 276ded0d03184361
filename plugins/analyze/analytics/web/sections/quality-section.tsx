import { Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { countText, itemsText, percentText } from '../../common/format.ts';
import type { QualityRow, ReasonRow, Report } from '../../common/report.ts';
import { AnalyticsClient } from '../analytics-client.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { Section } from '../kit/section.tsx';
import type { FigureFilter } from '../kit/use-figure-filters.ts';
import { messages } from '../messages.ts';
import { AcceptanceChart } from './acceptance-chart.tsx';
import { ConfusionTable } from './confusion-table.tsx';
import { ShareBar } from './share-bar.tsx';

const dash = (value: number | null, text: (value: number) => string): string => (value === null ? '–' : text(value));

/** Shows the quality of the annotations, as far as others have reviewed them. */
export function QualitySection({ filter }: { readonly filter: FigureFilter }): JSX.Element {
  const project = useProject();
  const { reports } = useService(AnalyticsClient);
  const params = { project_id: project.id };
  const query = {
    ...filter,
    folder_ids: [...(filter.folder_ids ?? [])],
    users: filter.users === undefined ? undefined : [...filter.users],
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const asked = <Row,>(name: string, ask: (signal: AbortSignal) => Promise<Report<Row>>) => ({
    queryKey: ['analytics', project.id, name, filter],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(signal),
    placeholderData: keepPreviousData,
  });
  const quality = useQuery(asked('quality', signal => reports.reportQuality({ params, query, signal })));
  const reasons = useQuery(asked('reasons', signal => reports.reportReasons({ params, query, signal })));
  const confusion = useQuery(asked('confusion', signal => reports.reportConfusion({ params, query, signal })));
  return (
    <>
      <Section
        title={messages.qualitySection.quality}
        hint={messages.qualitySection.firstVerdictsOfOthers}
        loaded={quality}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <Nothing>{messages.qualitySection.nobodysWorkHasBeenReviewedYet}</Nothing>
          ) : (
            <QualityTable rows={rows} />
          )
        }
      </Section>
      {(quality.data?.series.length ?? 0) === 0 ? undefined : (
        <Section
          title={messages.qualitySection.acceptedOverTime}
          hint={messages.qualitySection.shareAcceptedByWeek}
          loaded={quality}
        >
          {({ series }) => <AcceptanceChart series={series} />}
        </Section>
      )}
      {quality.data?.rows.length === 0 ? undefined : (
        <div className={classes['columns']}>
          <Section
            title={messages.qualitySection.classesAfterReview}
            hint={messages.qualitySection.submittedObjectsBesideWhatThey}
            loaded={confusion}
          >
            {({ rows }) =>
              rows.length === 0 ? (
                <Nothing>{messages.qualitySection.noSubmittedVersionIsKept}</Nothing>
              ) : (
                <ConfusionTable rows={rows} />
              )
            }
          </Section>
          <Section
            title={messages.qualitySection.reasons}
            hint={messages.qualitySection.fromThreadsAtDisapprovedObjects}
            loaded={reasons}
          >
            {({ rows }) =>
              rows.length === 0 ? (
                <Nothing>{messages.qualitySection.noReasonWasGivenYet}</Nothing>
              ) : (
                <ReasonTable rows={rows} />
              )
            }
          </Section>
        </div>
      )}
    </>
  );
}

const Nothing = ({ children }: { readonly children: string }): JSX.Element => (
  <Text size="sm" c="var(--loupe-muted)" py="sm">
    {children}
  </Text>
);

/** A figure of a person that leads to the items behind it, where there are any. */
function ItemsLink({
  query,
  figure,
  row,
  children,
}: {
  readonly query: string | null;
  readonly figure: string;
  readonly row: QualityRow;
  readonly children: string;
}): JSX.Element {
  return (
    <ExploreLink query={query} label={messages.qualitySection.itemsBehindFigure(children, figure, row.name)}>
      {children}
    </ExploreLink>
  );
}

function QualityTable({ rows }: { readonly rows: readonly QualityRow[] }): JSX.Element {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={messages.qualitySection.tableOfQuality}>
      <Table stickyHeader verticalSpacing={5} miw={840}>
        <Table.Thead bg="var(--loupe-surface)">
          <Table.Tr>
            <Table.Th>{messages.shared.person}</Table.Th>
            <Table.Th className={classes['number']}>{messages.qualitySection.reviewedItems}</Table.Th>
            <Table.Th className={classes['number']}>{messages.qualitySection.acceptedAtFirst}</Table.Th>
            <Table.Th w="16%" aria-label={messages.qualitySection.shareAcceptedAtFirst} />
            <Table.Th className={classes['number']}>{messages.qualitySection.sentBack}</Table.Th>
            <Table.Th className={classes['number']}>{messages.qualitySection.objectsChecked}</Table.Th>
            <Table.Th className={classes['number']}>{messages.qualitySection.disapproved}</Table.Th>
            <Table.Th className={classes['number']} title={messages.qualitySection.meanF1WithOthers}>
              {messages.qualitySection.agreement}
            </Table.Th>
            <Table.Th className={classes['number']}>{messages.qualitySection.objectsPerHour}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.email}>
              <Table.Td title={row.email}>{row.name}</Table.Td>
              <Table.Td className={classes['number']}>{countText(row.reviewed)}</Table.Td>
              <Table.Td className={classes['number']}>
                <ItemsLink query={row.accepted_query} figure={messages.qualitySection.acceptedAtFirst} row={row}>
                  {dash(row.acceptance, percentText)}
                </ItemsLink>
              </Table.Td>
              <Table.Td>
                <ShareBar share={row.acceptance ?? 0} color="var(--loupe-success)" />
              </Table.Td>
              <Table.Td className={classes['number']}>
                <ItemsLink query={row.returned_query} figure={messages.qualitySection.sentBack} row={row}>
                  {countText(row.reviewed - row.accepted)}
                </ItemsLink>
              </Table.Td>
              <Table.Td className={classes['number']}>{countText(row.objects_checked)}</Table.Td>
              <Table.Td className={classes['number']}>
                <ItemsLink query={row.disapproved_query} figure={messages.qualitySection.disapproved} row={row}>
                  {countText(row.objects_disapproved)}
                </ItemsLink>
              </Table.Td>
              <Table.Td className={classes['number']}>
                <ItemsLink query={row.agreement_query} figure={messages.qualitySection.agreement} row={row}>
                  {dash(row.agreement, percentText)}
                </ItemsLink>
              </Table.Td>
              <Table.Td className={classes['number']}>{dash(row.objects_per_hour, countText)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function ReasonTable({ rows }: { readonly rows: readonly ReasonRow[] }): JSX.Element {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={messages.qualitySection.tableOfReasons}>
      <Table verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.qualitySection.reason}</Table.Th>
            <Table.Th className={classes['number']}>{messages.shared.objects}</Table.Th>
            <Table.Th w="22%" aria-label={messages.qualitySection.shareOfTheReasons} />
            <Table.Th className={classes['number']}>{messages.shared.items}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.reason}>
              <Table.Td>{row.reason}</Table.Td>
              <Table.Td className={classes['number']}>{countText(row.objects)}</Table.Td>
              <Table.Td>
                <ShareBar share={row.share} color="var(--loupe-danger)" />
              </Table.Td>
              <Table.Td className={classes['number']}>
                <ExploreLink
                  query={row.query}
                  label={messages.qualitySection.itemsTextWithReason(itemsText(row.items), row.reason)}
                >
                  {countText(row.items)}
                </ExploreLink>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
