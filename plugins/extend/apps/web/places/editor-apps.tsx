import { useMemo } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState } from '#core/ui/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { MountedApp } from '../../common/app.ts';
import { appsIn } from '../../common/mounts.ts';
import { messages } from '../messages.ts';
import { AppStack } from './app-stack.tsx';
import { MountedApps } from './mounted-apps.ts';
import classes from './places.module.css';

/** Apps beside the editor; they know the open item and what is selected in it. */
export default function EditorApps(): JSX.Element | undefined {
  const open = useOpenItem();
  return open === undefined ? undefined : <Apps open={open} />;
}

function Apps({ open: { opened, session } }: { readonly open: OpenWork }): JSX.Element {
  const { apps } = useSnapshot(useService(MountedApps).state);
  const types = useService(ProjectTypes);
  const { selected } = useSessionScene(session);
  const chosen = selected.join('\n');
  const selection = useMemo(() => (chosen === '' ? [] : chosen.split('\n')), [chosen]);
  const shown = appsIn(apps as readonly MountedApp[], 'editor.panel', types.titleOf(opened.project.type));
  if (shown.length === 0) return <EmptyState icon="apps" text={messages.shared.noAppHere} />;
  return (
    <div className={classes['side']}>
      <AppStack
        apps={shown}
        context={{
          place: 'editor.panel',
          project: opened.project,
          item: { id: opened.item.id, name: opened.item.name },
          selection,
        }}
      />
    </div>
  );
}
