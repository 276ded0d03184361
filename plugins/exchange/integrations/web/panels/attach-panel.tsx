import { lazy, Suspense } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { IntegrationsClient } from '../integrations-client.ts';

const AttachDialog = lazy(async () => ({ default: (await import('../attach-dialog.tsx')).AttachDialog }));

/** Nothing but the dialog, while it is open. */
export default function AttachPanel(): JSX.Element | undefined {
  const dialogs = useService(IntegrationsClient);
  const { attaching } = useSnapshot(dialogs.state);
  return attaching === undefined ? undefined : (
    <Suspense fallback={undefined}>
      <AttachDialog place={attaching} onClose={() => dialogs.attach(undefined)} />
    </Suspense>
  );
}
