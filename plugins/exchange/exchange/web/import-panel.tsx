import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { TransferDialogs } from './transfer-dialogs.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** The import dialog on the data page, while it is open. */
export default function ImportPanel(): JSX.Element | undefined {
  const { importing } = useSnapshot(useService(TransferDialogs).state);
  if (importing === undefined) return undefined;
  return (
    <Suspense fallback={undefined}>
      <ImportDialog projectId={importing.projectId} />
    </Suspense>
  );
}
