import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Panel, usePanels, useService } from '#core/kernel/web/index.ts';
import { messages } from '../messages.ts';
import { Inspector } from '../panels/inspector.tsx';
import { FrameView } from './frame-view.ts';
import { PanelTabs } from './panel-tabs.tsx';
import { useOpen, useScene } from './use-controller.ts';
import classes from './frame.module.css';

/** The panels at the right: ours and those other plugins put at `editor.side`. */
export function SidePanels(): JSX.Element {
  const { opened, document, type, editor } = useOpen();
  const view = useService(FrameView);
  const { tab, hidden } = useSnapshot(view.state);
  const common = usePanels('editor.side');
  const own = usePanels(`editor.side.${type?.projectType ?? ''}`);
  const { instanceCount } = useScene(document);
  const nameOf = (panel: { readonly plugin: string; readonly name: string }): string => `${panel.plugin}.${panel.name}`;
  const panels = [...own, ...common.filter(panel => type?.withoutPanels?.includes(nameOf(panel)) !== true)].filter(
    panel => !hidden.includes(nameOf(panel)),
  );
  const open = panels.find(panel => nameOf(panel) === tab) ?? panels[0];
  const counts: Readonly<Record<string, number>> = {
    'editor.objects': instanceCount,
    'editor.comments': document.scene.comments.filter(each => !each.resolved).length,
  };
  return (
    <aside className={classes['side']} aria-label={messages.shared.panels}>
      <PanelTabs
        tabs={panels.map(panel => ({
          id: nameOf(panel),
          title:
            panel.plugin === 'editor' && panel.name === 'objects'
              ? (titleOf(editor?.instanceWords?.many) ?? panel.declaration.title)
              : panel.declaration.title,
          icon: panel.declaration.icon,
          count: counts[nameOf(panel)] ?? 0,
        }))}
        open={open === undefined ? undefined : nameOf(open)}
        onOpen={id => view.set({ tab: id })}
      />
      <div className={classes['tabBody']} role="tabpanel">
        {open === undefined ? undefined : (
          <Panel key={nameOf(open)} panel={open} context={{ projectId: opened.project.id, itemId: opened.item.id }} />
        )}
      </div>
      {panels.some(panel => nameOf(panel) === 'editor.objects') ? <Inspector /> : undefined}
    </aside>
  );
}

const titleOf = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : word.charAt(0).toUpperCase() + word.slice(1);
