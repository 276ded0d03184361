import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { RowDialogs } from './row-dialogs.ts';

const RowsDialog = lazy(async () => ({ default: (await import('./rows-dialog.tsx')).RowsDialog }));
const GenerateDialog = lazy(async () => ({ default: (await import('./generate-dialog.tsx')).GenerateDialog }));

/** Nothing but the dialogs, while one is open. */
export default function RowsPanel(): JSX.Element | undefined {
  const dialogs = useService(RowDialogs);
  const { open, place } = useSnapshot(dialogs.state);
  if (open === undefined || place === undefined) return undefined;
  const Dialog = open === 'import' ? RowsDialog : GenerateDialog;
  return (
    <Suspense fallback={undefined}>
      <Dialog place={place} onClose={() => dialogs.close()} />
    </Suspense>
  );
}
