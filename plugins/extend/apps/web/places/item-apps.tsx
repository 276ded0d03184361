import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState } from '#core/ui/web/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { MountedApp } from '../../common/app.ts';
import { appsIn } from '../../common/mounts.ts';
import { messages } from '../messages.ts';
import { AppStack } from './app-stack.tsx';
import { MountedApps } from './mounted-apps.ts';

/** Apps about an item, on its page. */
export default function ItemApps({ context }: PanelProps): JSX.Element {
  const { apps } = useSnapshot(useService(MountedApps).state);
  const types = useService(ProjectTypes);
  const { id, name } = context['item'] as Item;
  const shown = appsIn(apps as readonly MountedApp[], 'item.panel', types.titleOf(useProject().type));
  if (shown.length === 0) return <EmptyState icon="apps" text={messages.shared.noAppHere} />;
  return <AppStack key={id} apps={shown} context={{ place: 'item.panel', item: { id, name } }} />;
}
