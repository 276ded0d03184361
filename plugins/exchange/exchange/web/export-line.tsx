import { ActionIcon, Anchor, Button, Group, HoverCard, List, Menu, Progress, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { JobView } from '#core/kernel/common/index.ts';
import { useAddressOf, useCan } from '#core/kernel/web/index.ts';
import {
  confirm,
  fileSize,
  Icon,
  longDate,
  shortDate,
  StatusChip,
  toast,
  toastError,
  Tooltip,
} from '#core/ui/web/index.ts';
import type { ExportFormat, ExportRecord } from '../common/export-api.ts';
import { splitLosses } from '../common/loss-lines.ts';
import { exportFormatTitles, exportStates, formatNumbers } from '../common/export-api.ts';
import { messages } from './messages.ts';

interface ExportLineProps {
  readonly record: ExportRecord;
  readonly job: JobView | undefined;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
  readonly onAgain: () => void;
}

/** Returns the name of the format of a download. */
const formatTitle = (record: ExportRecord): string =>
  exportFormatTitles[
    (Object.keys(formatNumbers) as ExportFormat[]).find(each => formatNumbers[each] === record.export_type) ?? 'json'
  ];

/** Returns the contents of a download, in a few words. */
function contents(record: ExportRecord): string {
  const parts = [
    formatTitle(record),
    record.version === null ? undefined : messages.exportLine.versionName(record.version.name),
    record.selected_count === null
      ? undefined
      : messages.exportLine.selectedCountSelected(record.selected_count.toLocaleString('en')),
    record.folder_ids === null
      ? undefined
      : record.folder_ids.length === 1
        ? '1 folder'
        : messages.exportLine.countFolders(record.folder_ids.length),
    record.statuses === null
      ? undefined
      : record.statuses.length === 1
        ? '1 status'
        : messages.exportLine.countStatuses(record.statuses.length),
    record.only_pinned ? messages.exportLine.pinnedOnly : undefined,
    record.include_originals ? messages.exportLine.withOriginalFiles : undefined,
    record.include_fuse ? messages.exportLine.withOverlays : undefined,
  ];
  return parts.filter(each => each !== undefined).join(', ');
}

const DAY_MS = 86_400_000;
function inDays(iso: string): string {
  const days = Math.ceil((Date.parse(iso) - Date.now()) / DAY_MS);
  return days <= 1 ? messages.exportLine.today : messages.exportLine.inDays(days);
}

/** One download of the table. */
export function ExportLine({ record, job, onCancel, onDelete, onAgain }: ExportLineProps): JSX.Element {
  const addressOf = useAddressOf();
  const deletes = useCan('DeleteExport');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(record.download ?? '');
      toast(messages.exportLine.linkCopied);
    } catch (error) {
      toastError(error);
    }
  };
  const remove = async (): Promise<void> => {
    if (
      await confirm({
        title: messages.exportLine.deleteExport,
        text: messages.exportLine.nameWillBeDeletedForEveryone(record.name),
        action: messages.exportLine.delete,
        danger: true,
      })
    )
      onDelete();
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={500} truncate title={record.name}>
          {record.path === null ? (
            record.name
          ) : (
            <Anchor inherit href={record.path} download={record.name}>
              {record.name}
            </Anchor>
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text truncate title={contents(record)}>
          {contents(record)}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{record.item_count?.toLocaleString('en')}</Table.Td>
      <Table.Td ta="right">{record.size === null ? undefined : fileSize(record.size)}</Table.Td>
      <Table.Td>
        <State record={record} job={job} onCancel={onCancel} />
      </Table.Td>
      <Table.Td>
        <Text truncate title={`${addressOf(record.creator_id)}, ${longDate(record.createdAt)}`}>
          {shortDate(record.createdAt)}{' '}
          <Text span c="var(--loupe-muted)">
            {addressOf(record.creator_id).split('@')[0]}
          </Text>
        </Text>
      </Table.Td>
      <Table.Td>
        <Tooltip label={longDate(record.expiresAt)}>
          <Text span c="var(--loupe-muted)">
            {inDays(record.expiresAt)}
          </Text>
        </Tooltip>
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {record.path === null ? undefined : (
            <>
              <Tooltip label={messages.exportLine.download}>
                <ActionIcon
                  component="a"
                  href={record.path}
                  download={record.name}
                  aria-label={messages.exportLine.downloadName(record.name)}
                >
                  <Icon name="download" />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={messages.exportLine.copyLink}>
                <ActionIcon aria-label={messages.exportLine.copyLinkToName(record.name)} onClick={() => void copy()}>
                  <Icon name="link" />
                </ActionIcon>
              </Tooltip>
            </>
          )}
          <Menu position="bottom-end" width={160}>
            <Menu.Target>
              <ActionIcon aria-label={messages.exportLine.moreForName(record.name)}>
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="refresh" size={14} />} onClick={onAgain}>
                {messages.exportLine.exportAgain}
              </Menu.Item>
              {deletes ? (
                <Menu.Item
                  c="var(--loupe-danger)"
                  leftSection={<Icon name="trash" size={14} />}
                  onClick={() => void remove()}
                >
                  {messages.exportLine.delete}
                </Menu.Item>
              ) : undefined}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function State({
  record,
  job,
  onCancel,
}: {
  readonly record: ExportRecord;
  readonly job: JobView | undefined;
  readonly onCancel: () => void;
}): JSX.Element {
  if (record.status === exportStates.complete)
    return record.report.length === 0 ? (
      <StatusChip label={messages.exportLine.ready} color="var(--loupe-success)" />
    ) : (
      <Losses title={formatTitle(record)} lines={record.report} />
    );
  if (record.status === exportStates.canceled)
    return <StatusChip label={messages.shared.cancelled} color="var(--loupe-muted)" />;
  if (record.status === exportStates.failed)
    return (
      <Tooltip label={record.error?.message ?? messages.exportLine.itFailed}>
        <span tabIndex={0}>
          <StatusChip label={messages.shared.failed} color="var(--loupe-danger)" />
        </span>
      </Tooltip>
    );
  const known = job !== undefined && job.total !== null && job.total > 0;
  const stopping = job?.cancelRequested === true;
  return (
    <Group gap="xs" wrap="nowrap">
      <Tooltip label={known ? messages.exportLine.doneOfTotalItems(job.done, job.total!) : messages.exportLine.queued}>
        <Progress
          aria-label={messages.shared.progressOfName(record.name)}
          flex={1}
          size="sm"
          value={known ? (job.done / job.total!) * 100 : 100}
          animated={!known}
          color={known ? 'loupe' : 'gray'}
        />
      </Tooltip>
      <Button size="compact-xs" variant="subtle" color="gray" disabled={stopping} onClick={onCancel}>
        {stopping ? messages.shared.stopping : messages.shared.cancel}
      </Button>
    </Group>
  );
}

/**
 * Lists the contents that the format could not keep, on request; a warning only where shapes or attributes were lost.
 */
function Losses({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): JSX.Element {
  const { losses, metadata } = splitLosses(lines);
  const shown = [...losses, ...(metadata.length === 0 ? [] : [messages.exportLine.metadata(metadata.join(', '))])];
  const isLossy = losses.length > 0;
  return (
    <HoverCard width={320} shadow="md" withinPortal>
      <HoverCard.Target>
        <span tabIndex={0} role="note" aria-label={messages.exportLine.readyShown(shown.join('. '))}>
          <StatusChip
            label={isLossy ? messages.exportLine.readyWithLosses : messages.exportLine.ready}
            color={isLossy ? 'var(--loupe-warning)' : 'var(--loupe-success)'}
          />
        </span>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text fw={500} mb={4}>
          {messages.shared.notSupportedByTitle(title)}
        </Text>
        <List size="sm" mah={260} style={{ overflow: 'auto' }}>
          {shown.map(each => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
