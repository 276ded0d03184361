import { List, Loader, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { exchangeFormatOf } from '../common/exchange/format-table.ts';
import type { ExportScope } from '../common/export-api.ts';
import { exportFormatTitles } from '../common/export-api.ts';
import { splitLosses } from '../common/loss-lines.ts';
import { messages } from './messages.ts';
import classes from './transfer.module.css';
import { TransferClient } from './transfer-client.ts';

/** Pause after a choice before the server is asked, in milliseconds. */
const PAUSE_MS = 250;

/**
 * Lists the contents that a format has no place for, counted in the first items; nothing for formats that carry
 * everything. Each format needs one of its own.
 */
export function CannotCarry({
  projectId,
  scope,
}: {
  readonly projectId: number;
  readonly scope: ExportScope;
}): JSX.Element | undefined {
  const { exports } = useService(TransferClient);
  const [asked] = useDebouncedValue(scope, PAUSE_MS);
  const exchange = exchangeFormatOf(scope.format);
  const known = exchange !== undefined || scope.format === 'coco';
  const preview = useQuery({
    queryKey: ['exchange', 'exports', 'preview', projectId, asked],
    enabled: known,
    // The last count stays until the next one is there, so that nothing below it moves.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => exports.previewExport({ params: { project_id: projectId }, body: asked, signal }),
  });
  if (!known) return undefined;
  const title = exportFormatTitles[scope.format];
  const found = preview.data;
  const { losses, metadata } = splitLosses(found?.report ?? []);
  return (
    <section className={classes['losses']} aria-label={messages.shared.notSupportedByTitle(title)} aria-live="polite">
      <Text fw={500}>
        {messages.shared.notSupportedByTitle(title)}{' '}
        {preview.isFetching ? <Loader size={12} aria-label={messages.cannotCarry.counting} /> : undefined}
      </Text>
      {exchange === undefined ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {sentence(exchange.cannotCarry)}
        </Text>
      )}
      {preview.error === null ? undefined : (
        <Text size="sm" c="var(--loupe-danger)">
          {errorText(preview.error)}
        </Text>
      )}
      {found === undefined ? undefined : losses.length === 0 ? (
        <Text size="sm" mt={4}>
          {found.items === 0
            ? messages.cannotCarry.thereIsNothingToExportYet
            : messages.cannotCarry.loseNoShapesOrAttributes(
                found.complete ? messages.cannotCarry.theseItems : messages.cannotCarry.firstItems(found.items),
              )}
        </Text>
      ) : (
        <>
          <Text size="sm" mt={4}>
            {found.complete ? messages.cannotCarry.inTheseItems : messages.cannotCarry.inTheFirstItems(found.items)}
          </Text>
          <List size="sm" className={classes['lossList']}>
            {losses.map(each => (
              <List.Item key={each}>{each}</List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="sm" c="var(--loupe-muted)" mt={4}>
        {messages.cannotCarry.theFullReportIsIn(
          metadata.length === 0 ? '' : messages.cannotCarry.metadataIsLeftOut(metadata.join(', ')),
        )}
      </Text>
    </section>
  );
}

const sentence = (list: readonly string[]): string => `${list.join('; ').replace(/^./, first => first.toUpperCase())}.`;
