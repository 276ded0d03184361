import { Alert, Button, Group } from '@mantine/core';
import type { JSX } from 'react';
import { longDate } from '#core/ui/web/index.ts';
import type { Saving } from './use-saving.ts';

/** The question whose draft stays when somebody else saved the form meanwhile. */
export function ConflictAlert({ saving }: { readonly saving: Saving }): JSX.Element | undefined {
  const { conflict } = saving;
  if (conflict === undefined) return undefined;
  return (
    <Alert mx={20} mb={8} p="xs" color="yellow" role="alert">
      {conflict.by ?? 'Somebody'} changed this form meanwhile
      {conflict.at === undefined ? '' : `, ${longDate(conflict.at)}`}. What you did is still here.
      <Group gap="xs" mt={6}>
        <Button size="compact-xs" variant="default" onClick={() => void saving.takeTheirs()}>
          Load theirs
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void saving.overwrite()}>
          Save mine over it
        </Button>
      </Group>
    </Alert>
  );
}
