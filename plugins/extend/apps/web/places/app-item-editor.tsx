import { Button, Group, Text } from '@mantine/core';
import type { ComponentType, JSX } from 'react';
import type { Container } from 'inversify';
import { PluginScope } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type {
  Editor,
  EditorSession,
  EditorShortcut,
  EditorTool,
  EditorType,
} from '#plugins/annotate/editor/web/kit/index.ts';
import type { PlacedApp } from '../../common/mounts.ts';
import { messages } from '../messages.ts';
import { AppCommandsMenu } from './app-commands-menu.tsx';
import { PlacedAppView } from './placed-app.tsx';
import classes from './places.module.css';

/**
 * Calls that the editor of an app needs: its place in the project, its services, and the way back to the product's own
 * editor.
 */
export interface AppEditorPorts {
  readonly placed: PlacedApp;
  /** Project of the open item. */
  readonly project: () => { readonly id: number; readonly name: string; readonly type: number } | undefined;
  /** Word for the project type, as editors have it. */
  readonly projectType: string;
  readonly container: () => Container | undefined;
  readonly leave: () => void;
}

/**
 * An app as the editor of an item: it reads and writes the annotations by its own calls, what the frame offers beside
 * the editor stays.
 */
export const appItemEditor = (ports: AppEditorPorts): EditorType => ({
  projectType: ports.projectType,
  withoutPanels: ['editor.objects', 'editor.classes'],
  open: session => new AppItemEditor(session, ports),
});

class AppItemEditor implements Editor {
  readonly tools: readonly EditorTool[] = [];
  readonly activeTool = '';
  readonly shortcuts: readonly EditorShortcut[] = [];
  readonly Body: ComponentType;

  constructor({ item }: EditorSession, { placed, project, container, leave }: AppEditorPorts) {
    this.Body = () => {
      const [scope, of] = [container(), project()];
      return scope === undefined || of === undefined ? undefined : (
        <PluginScope container={scope}>
          <Body placed={placed} project={of} item={{ id: item.id, name: item.name }} onLeave={leave} />
        </PluginScope>
      );
    };
  }

  setTool(): void {}

  onToolChange(): () => void {
    return () => undefined;
  }

  onView(): () => void {
    return () => undefined;
  }

  key(): boolean {
    return false;
  }

  focusInstance(): void {}

  dispose(): void {}
}

interface BodyProps extends Pick<AppEditorPorts, 'placed'> {
  readonly project: { readonly id: number; readonly name: string; readonly type: number };
  readonly item: { readonly id: number; readonly name: string };
  readonly onLeave: () => void;
}

function Body({ placed: { app, title }, project, item, onLeave }: BodyProps): JSX.Element {
  return (
    <div className={classes['itemEditor']}>
      <div className={classes['itemEditorBar']}>
        <Text size="sm" fw={500} truncate>
          {title}
        </Text>
        <Group gap={6} wrap="nowrap">
          <AppCommandsMenu app={app} place="item.editor" itemId={item.id} />
          <Button size="compact-xs" variant="default" leftSection={<Icon name="refresh" size={12} />} onClick={onLeave}>
            {messages.appItemEditor.standardEditor}
          </Button>
        </Group>
      </div>
      <PlacedAppView app={app} context={{ place: 'item.editor', project, item }} />
    </div>
  );
}
