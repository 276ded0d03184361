import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { joinParts } from '#core/base/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { fileSize, Icon, Tooltip } from '#core/ui/web/index.ts';
import classes from '../data.module.css';
import { messages } from '../messages.ts';
import type { UploadEntry } from './upload-entry.ts';
import { uploadStates } from './upload-entry.ts';
import { UploadQueue } from './upload-queue.ts';
import { UnpackNote } from './unpack-note.tsx';
import { timeLeft } from './upload-speed.ts';

const ROW = 40;

const looks: Readonly<Record<number, { readonly icon: string; readonly color: string }>> = {
  [uploadStates.waiting]: { icon: 'clock', color: 'var(--loupe-muted)' },
  [uploadStates.inProgress]: { icon: 'upload', color: 'var(--loupe-accent)' },
  [uploadStates.complete]: { icon: 'check', color: 'var(--loupe-success)' },
  [uploadStates.error]: { icon: 'warning', color: 'var(--loupe-danger)' },
  [uploadStates.skipped]: { icon: 'minus', color: 'var(--loupe-muted)' },
  [uploadStates.canceled]: { icon: 'ban', color: 'var(--loupe-muted)' },
};

/** Every file with its progress; failed ones say why and can be tried again. */
export function UploadList(): JSX.Element {
  const queue = useService(UploadQueue);
  const { total, done, failed, skipped, sentBytes, totalBytes, rate, paused, offline } = useSnapshot(queue.state);
  const scroller = useRef<HTMLDivElement>(null);
  // Failed files first: they are what the person has to look at.
  const entries =
    failed === 0
      ? queue.entries
      : [...queue.entries].sort(
          (one, other) => Number(other.state === uploadStates.error) - Number(one.state === uploadStates.error),
        );
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const retriable = entries.some(each => queue.canRetry(each));
  return (
    <div>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text role="status">
          {joinParts(
            messages.uploadList.doneOfUploaded(done.toLocaleString('en'), total.toLocaleString('en')),
            skipped > 0 ? messages.uploadList.skipped(skipped.toLocaleString('en')) : undefined,
            failed > 0 ? messages.uploadList.failed(failed.toLocaleString('en')) : undefined,
          )}
        </Text>
        <Group gap={4} wrap="nowrap">
          {retriable ? (
            <Button variant="subtle" size="compact-xs" onClick={() => queue.retry()}>
              {messages.uploadList.retryAll}
            </Button>
          ) : undefined}
          {queue.active ? (
            <Button variant="subtle" size="compact-xs" onClick={() => (paused ? queue.continue() : queue.pause())}>
              {paused ? messages.uploadList.continue : messages.uploadList.pause}
            </Button>
          ) : undefined}
          {queue.active ? (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => queue.cancel()}>
              {messages.uploadList.cancelAll}
            </Button>
          ) : (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => queue.clear()}>
              {messages.uploadList.clearList}
            </Button>
          )}
        </Group>
      </Group>
      <Progress
        aria-label={messages.shared.upload}
        value={totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100}
        size="sm"
        mb={4}
      />
      <Text size="xs" c="var(--loupe-muted)" mb={8} data-upload-speed>
        {joinParts(
          messages.uploadList.sentOf(fileSize(sentBytes), fileSize(totalBytes)),
          paused
            ? messages.uploadList.paused
            : offline
              ? messages.uploadList.noConnectionTryingAgain
              : rate === undefined || !queue.active || rate === 0
                ? undefined
                : `${fileSize(rate)}/s · ${timeLeft((totalBytes - sentBytes) / rate)}`,
        )}
      </Text>
      <div ref={scroller} className={classes['files']} style={{ height: Math.min(320, entries.length * ROW + 2) }}>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index]!;
            const look = looks[entry.state]!;
            return (
              <div
                key={entry.key}
                data-upload-row
                className={classes['file']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span style={{ color: look.color, display: 'grid' }}>
                  <Icon name={look.icon} size={15} />
                </span>
                <div className={classes['fileName']}>
                  <div className={classes['fileName']} title={entry.name}>
                    {entry.name}
                  </div>
                  <div
                    className={classes['fileNote']}
                    data-tone={entry.state === uploadStates.error ? 'bad' : undefined}
                    title={entry.error?.message}
                  >
                    {entry.jobId === undefined ? noteOf(entry) : <UnpackNote jobId={entry.jobId} name={entry.name} />}
                  </div>
                </div>
                <span className={classes['fileSide']}>
                  {entry.state === uploadStates.inProgress
                    ? `${Math.floor(shareOf(entry) * 100)} %`
                    : fileSize(entry.file.size)}
                </span>
                <EntryButton entry={entry} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const shareOf = ({ sent, file }: UploadEntry): number => (file.size === 0 ? 1 : sent / file.size);

function noteOf(entry: UploadEntry): string {
  if (entry.error !== undefined) return entry.error.message;
  if (entry.state === uploadStates.skipped) return messages.uploadList.skippedTheFolderHasAn;
  if (entry.state === uploadStates.canceled) return messages.uploadList.cancelled;
  if (entry.offline) return messages.uploadList.noConnection;
  if (entry.state === uploadStates.inProgress && shareOf(entry) >= 1) return messages.uploadList.makingTheThumbnail;
  if (entry.state === uploadStates.waiting && entry.sent > 0)
    return messages.uploadList.pausedAtCount(Math.floor(shareOf(entry) * 100));
  if (entry.state === uploadStates.inProgress && entry.continued !== undefined)
    return messages.uploadList.continuedAtCount(Math.floor((entry.continued / entry.file.size) * 100));
  return joinParts(
    entry.continued === undefined
      ? messages.uploadList.to(entry.folderName)
      : messages.uploadList.continuedTo(entry.folderName),
    entry.name === entry.file.name ? undefined : messages.uploadList.renamedFrom(entry.file.name),
  );
}

function EntryButton({ entry }: { readonly entry: UploadEntry }): JSX.Element | undefined {
  const queue = useService(UploadQueue);
  if (queue.canRetry(entry))
    return (
      <Tooltip label={messages.uploadList.tryAgain}>
        <ActionIcon
          size="sm"
          aria-label={messages.uploadList.tryNameAgain(entry.name)}
          onClick={() => queue.retry(entry)}
        >
          <Icon name="refresh" size={14} />
        </ActionIcon>
      </Tooltip>
    );
  if (entry.state === uploadStates.waiting || entry.state === uploadStates.inProgress)
    return (
      <Tooltip label={messages.shared.cancel}>
        <ActionIcon
          size="sm"
          aria-label={messages.uploadList.cancelName(entry.name)}
          onClick={() => queue.cancel(entry)}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      </Tooltip>
    );
  return undefined;
}
