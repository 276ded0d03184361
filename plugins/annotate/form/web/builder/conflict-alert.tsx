import { Alert, Button, Group } from '@mantine/core';
import type { JSX } from 'react';
import { longDate } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { Saving } from './use-saving.ts';

/** The question whose draft stays when somebody else saved the form meanwhile. */
export function ConflictAlert({ saving }: { readonly saving: Saving }): JSX.Element | undefined {
  const { conflict } = saving;
  if (conflict === undefined) return undefined;
  return (
    <Alert mx={20} mb={8} p="xs" color="yellow" role="alert">
      {messages.conflictAlert.nameChangedThisFormMeanwhile(
        conflict.by ?? messages.conflictAlert.somebody,
        conflict.at === undefined ? '' : `, ${longDate(conflict.at)}`,
      )}
      <Group gap="xs" mt={6}>
        <Button size="compact-xs" variant="default" onClick={() => void saving.takeTheirs()}>
          {messages.conflictAlert.loadTheirs}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void saving.overwrite()}>
          {messages.conflictAlert.saveMineOverIt}
        </Button>
      </Group>
    </Alert>
  );
}
