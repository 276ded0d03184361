import { Button, Text } from '@mantine/core';
import type { JSX } from 'react';
import { timeOfDay } from '#core/ui/web/index.ts';
import type { FormVersion } from '../../common/builder-api.ts';
import { messages } from '../messages.ts';
import type { Saving } from './use-saving.ts';

/** Shows whether the draft is on the server, and which version is filled in. */
export function SaveState({
  saving,
  version,
  draft,
}: {
  readonly saving: Saving;
  readonly version: FormVersion | undefined;
  readonly draft: boolean;
}): JSX.Element {
  if (saving.state === 'failed')
    return (
      <Text size="sm" c="var(--loupe-danger)" role="alert">
        {messages.saveState.notSaved(saving.failure ?? '')}{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => void saving.save()}>
          {messages.shared.tryAgain}
        </Button>
      </Text>
    );
  const published =
    version === undefined ? messages.saveState.notPublishedYet : messages.saveState.versionNumber(version.number);
  const text =
    saving.state === 'saving'
      ? messages.saveState.saving
      : saving.state === 'waiting'
        ? messages.saveState.notSavedYet
        : saving.savedAt !== undefined && draft
          ? messages.saveState.draftSavedClock(timeOfDay(saving.savedAt))
          : draft && version !== undefined
            ? messages.saveState.draft
            : '';
  return (
    <Text size="sm" c="var(--loupe-muted)" role="status" truncate>
      {[published, text].filter(each => each !== '').join(' · ')}
    </Text>
  );
}
