import { ActionIcon, Anchor, Button, Loader, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { joinParts } from '#core/base/common/index.ts';
import { useAddressOf, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  fileSize,
  Icon,
  longDate,
  PageBody,
  PageHeader,
  shortDate,
  toastError,
  Tooltip,
} from '#core/ui/web/index.ts';
import type { TelemetryReport } from '../../common/api.ts';
import { reportTypeTitles } from '../../common/api.ts';
import { breakdownTitles } from '../breakdown-titles.ts';
import { messages } from '../messages.ts';
import { NewReport } from '../new-report.tsx';
import { TelemetryClient } from '../telemetry-client.ts';

/** Milliseconds between questions for reports that are being prepared. */
const POLL_MS = 1500;

/** Reports of the team about the work in its projects. */
export default function TelemetryPage(): JSX.Element {
  const team = useTeam();
  const { api } = useService(TelemetryClient);
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const key = ['telemetry', team.id];
  const list = useQuery({
    queryKey: key,
    queryFn: () => api.listTelemetryReports(),
    refetchInterval: query =>
      query.state.data?.data.some(each => each.state === 'running') === true ? POLL_MS : false,
  });
  const refresh = (): void => void queries.invalidateQueries({ queryKey: key });
  const remove = async (report: TelemetryReport): Promise<void> => {
    const running = report.state === 'running';
    if (
      !(await confirm({
        title: running
          ? messages.telemetryPage.stopPreparingThisReport
          : messages.telemetryPage.deleteName(report.name),
        text: running ? messages.telemetryPage.nothingOfItIsKept : messages.telemetryPage.fileGoesWithIt,
        action: running ? messages.telemetryPage.stop : messages.telemetryPage.delete,
        danger: true,
      }))
    )
      return;
    await api.deleteTelemetryReport({ params: { report_id: report.id } });
    refresh();
  };
  const fresh = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setOpened(true)}>
      {messages.shared.newReport}
    </Button>
  );
  const rows = list.data?.data;
  if (list.error !== null && rows === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <PageHeader title={messages.telemetryPage.telemetry} {...(rows === undefined ? {} : { count: rows.length })}>
        {rows === undefined || rows.length === 0 ? undefined : fresh}
      </PageHeader>
      <PageBody>
        {rows === undefined ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />) : undefined}
        {rows?.length === 0 ? (
          <EmptyState icon="activity" text={messages.telemetryPage.noReportYet}>
            {fresh}
          </EmptyState>
        ) : undefined}
        {rows === undefined || rows.length === 0 ? undefined : (
          <Table highlightOnHover layout="fixed" miw={760}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.shared.report}</Table.Th>
                <Table.Th w={200}>{messages.telemetryPage.days}</Table.Th>
                <Table.Th w={130}>{messages.shared.projects}</Table.Th>
                <Table.Th w={90} ta="right">
                  {messages.telemetryPage.lines}
                </Table.Th>
                <Table.Th w={90} ta="right">
                  {messages.telemetryPage.size}
                </Table.Th>
                <Table.Th w={110}>{messages.telemetryPage.made}</Table.Th>
                <Table.Th w={90} aria-label={messages.telemetryPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(each => (
                <ReportLine key={each.id} report={each} onRemove={() => void remove(each).catch(toastError)} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      <NewReport opened={opened} onClose={() => setOpened(false)} onMade={refresh} />
    </>
  );
}

function ReportLine({
  report,
  onRemove,
}: {
  readonly report: TelemetryReport;
  readonly onRemove: () => void;
}): JSX.Element {
  const addressOf = useAddressOf();
  const { request, state, url, name } = report;
  const title = reportTypeTitles[request.type];
  return (
    <Table.Tr>
      <Table.Td>
        {url === null ? (
          <Text size="sm" fw={500}>
            {title}
          </Text>
        ) : (
          <Anchor size="sm" fw={500} href={url} download={name}>
            {title}
          </Anchor>
        )}
        <Text size="xs" c="var(--loupe-muted)" truncate title={request.emails.map(addressOf).join(', ')}>
          {joinParts(
            request.type === 'time' ? messages.telemetryPage.by(breakdownTitles[request.breakdown]) : undefined,
            request.folder_ids.length === 0 ? undefined : messages.telemetryPage.folders(request.folder_ids.length),
            request.emails.length === 0 ? undefined : messages.telemetryPage.people(request.emails.length),
          )}
        </Text>
        {report.error === null ? undefined : (
          <Text size="xs" c="var(--loupe-danger)" role="alert">
            {report.error}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {request.from} – {request.to}
      </Table.Td>
      <Table.Td>{request.project_ids.length === 0 ? messages.telemetryPage.all : request.project_ids.length}</Table.Td>
      <Table.Td ta="right">
        {report.lines?.toLocaleString('en') ??
          (state === 'running' ? (
            <Loader size={14} role="img" aria-label={messages.telemetryPage.beingPrepared} />
          ) : (
            '–'
          ))}
      </Table.Td>
      <Table.Td ta="right">{report.size === null ? '–' : fileSize(report.size)}</Table.Td>
      <Table.Td title={messages.telemetryPage.longDateBy(longDate(report.createdAt), addressOf(report.creator))}>
        {shortDate(report.createdAt)}
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {url === null ? undefined : (
          <Tooltip label={messages.telemetryPage.download}>
            <ActionIcon
              component="a"
              href={url}
              download={name}
              aria-label={messages.telemetryPage.downloadTitleFromTo(title, request.from, request.to)}
            >
              <Icon name="download" />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={state === 'running' ? messages.telemetryPage.stop : messages.telemetryPage.delete}>
          <ActionIcon
            aria-label={messages.telemetryPage.deleteTitleFromTo(state, 'running', title, request.from, request.to)}
            onClick={onRemove}
          >
            <Icon name={state === 'running' ? 'close' : 'trash'} />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  );
}
