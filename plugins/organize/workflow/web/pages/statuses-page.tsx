import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ShortcutKey } from '#core/ui/web/index.ts';
import { statusShortcutById } from '../../common/status-shortcuts.ts';
import { messages } from '../messages.ts';
import { StatusDialog } from '../status-dialog.tsx';
import { iconIdOf, StatusIcon } from '../status-icon.tsx';
import { useTeamStatuses } from '../use-team-words.ts';
import { WordsPage } from '../words-page.tsx';
import { WorkflowAdmin } from '../workflow-admin.ts';

/** Statuses of which workflows of the team are made. */
export default function StatusesPage(): JSX.Element {
  const { words } = useService(WorkflowAdmin);
  return (
    <WordsPage
      noun="status"
      plural="statuses"
      list={useTeamStatuses()}
      column={messages.statusesPage.shortcut}
      icon={row => <StatusIcon id={iconIdOf(row)} />}
      cell={row =>
        row.shortcut_id === null ? undefined : (
          <ShortcutKey key="key" chord={statusShortcutById(row.shortcut_id)?.label ?? ''} />
        )
      }
      cure={messages.statusesPage.takeItOutOfThe}
      hint={messages.statusesPage.sixOfTheSystemServe}
      remove={row => words.deleteStatus({ params: { id: row.id } })}
      Dialog={StatusDialog}
    />
  );
}
