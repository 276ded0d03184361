import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Drawer } from '#core/controls/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton } from '#core/ui/web/index.ts';
import { SelectedItems, sizeOf, things } from '#plugins/workspace/items/web/kit/index.ts';
import type { MountedApp } from '../../common/app.ts';
import type { PlacedApp } from '../../common/mounts.ts';
import { appsIn } from '../../common/mounts.ts';
import { messages } from '../messages.ts';
import type { AppOnItems } from './mounted-apps.ts';
import { MountedApps } from './mounted-apps.ts';
import { PlacedAppView } from './placed-app.tsx';
import classes from './places.module.css';

/** Most items that an app receives. */
const MOST_CHOSEN = 5000;

/** An app that was started on chosen items, of the data tab or of Explore. */
export default function AppOnItemsPanel({ context }: PanelProps): JSX.Element {
  const store = useService(MountedApps);
  const { apps, onItems } = useSnapshot(store.state);
  const placed =
    onItems === undefined
      ? undefined
      : appsIn(apps as readonly MountedApp[], onItems.place).find(each => each.app.id === onItems.appId);
  return (
    <Drawer
      opened={onItems !== undefined && placed !== undefined}
      onClose={() => store.run(undefined)}
      position="right"
      size="lg"
      title={placed?.title}
      styles={{ body: { height: 'calc(100% - 60px)', padding: 0 } }}
    >
      {onItems === undefined || placed === undefined ? undefined : (
        <Chosen projectId={Number(context['projectId'])} onItems={onItems as AppOnItems} placed={placed} />
      )}
    </Drawer>
  );
}

function Chosen({
  projectId,
  onItems: { selection, place },
  placed: { app },
}: {
  readonly projectId: number;
  readonly onItems: AppOnItems;
  readonly placed: PlacedApp;
}): JSX.Element {
  const selected = useService(SelectedItems);
  // What is chosen is an object of its own for each choice.
  const ids = useQuery({
    queryKey: ['apps', 'chosen', projectId, selection],
    queryFn: () => selected.ids(projectId, selection, MOST_CHOSEN),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (ids.error !== null) return <ErrorPanel error={ids.error} onRetry={() => void ids.refetch()} />;
  if (ids.data === undefined)
    return <LoadingSkeleton h={200} m="md" label={messages.appOnItems.loadingTheChosenItems} />;
  return (
    <div className={classes['onItems']}>
      {sizeOf(selection) > MOST_CHOSEN ? (
        <p role="status">{messages.appOnItems.appGetsTheFirstMost(MOST_CHOSEN, things(sizeOf(selection)))}</p>
      ) : undefined}
      <PlacedAppView app={app} context={{ place, chosen: ids.data }} />
    </div>
  );
}
