import { ActionIcon } from '@mantine/core';
import type { ComponentType, JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Icon, Segments, Tooltip } from '#core/ui/web/index.ts';
import { ActiveClass } from '#plugins/annotate/editor/web/kit/index.ts';
import { keyScope } from '../vector-keys.ts';
import type { VectorContext } from '../vector-context.ts';
import type { VectorSwitches } from '../vector-settings.ts';
import { PointLabelField } from './point-label-field.tsx';
import { SimplifyChoice } from './simplify-choice.tsx';
import type { MenuEditor } from './stage-menu.tsx';
import { StageMenu } from './stage-menu.tsx';
import { TagChoice } from './tag-choice.tsx';
import { TemplateChoice } from './template-choice.tsx';
import classes from './options.module.css';

/** What the choices over the stage do to the editor. */
export interface OptionsEditor extends MenuEditor {
  setTool(id: string): void;
  onView(listener: () => void): () => void;
}

/** The choices over the stage for one open item: those of the tool in use, the snapping, and the label being written. */
export function vectorOptions(context: VectorContext, editor: OptionsEditor): ComponentType {
  return function VectorOptions(): JSX.Element {
    const { tool } = useSnapshot(context.controller.state);
    return (
      <>
        <div className={classes['bar']} role="toolbar" aria-label="Tool options">
          <ActiveClass session={context.session} scope={keyScope} />
          <ToolChoice context={context} editor={editor} tool={tool} />
          {['select', 'polygon', 'polyline', 'point', 'slice'].includes(tool) ? (
            <Snapping context={context} />
          ) : undefined}
        </div>
        <StageMenu context={context} editor={editor} />
        <PointLabelField context={context} onView={editor.onView} />
      </>
    );
  };
}

function ToolChoice({
  context,
  editor,
  tool,
}: {
  readonly context: VectorContext;
  readonly editor: OptionsEditor;
  readonly tool: string;
}): JSX.Element | undefined {
  switch (tool) {
    case 'box':
      return <BoxChoice context={context} />;
    case 'polygon':
      return <PolygonChoice context={context} />;
    case 'template':
      return <TemplateChoice context={context} />;
    case 'tag':
      return <TagChoice context={context} onDone={() => editor.setTool('select')} />;
    case 'simplify':
      return <SimplifyChoice context={context} onDrop={() => editor.setTool('select')} />;
    default:
      return undefined;
  }
}

function BoxChoice({ context: { settings } }: { readonly context: VectorContext }): JSX.Element {
  const { boxMode } = useSnapshot(settings.state);
  return (
    <Tooltip label="Change · Shift+B" position="bottom">
      <Segments
        className={classes['segments']}
        aria-label="How boxes are drawn"
        value={boxMode}
        onChange={value => choose(() => settings.set({ boxMode: value }))}
        data={[
          { value: 'corners', label: 'Corners' },
          { value: 'extremes', label: '4 extreme points' },
        ]}
      />
    </Tooltip>
  );
}

function PolygonChoice({ context: { controller } }: { readonly context: VectorContext }): JSX.Element {
  const { polygonMode } = useSnapshot(controller.state);
  return (
    <Tooltip label="Hole · Shift+P, part of the selected one · Shift+N" position="bottom">
      <Segments
        className={classes['segments']}
        aria-label="What is drawn"
        value={polygonMode}
        onChange={value => choose(() => controller.setPolygonMode(value))}
        data={[
          { value: 'shape', label: 'New' },
          { value: 'hole', label: 'Hole' },
          { value: 'part', label: 'Part' },
        ]}
      />
    </Tooltip>
  );
}

const switches: readonly {
  readonly key: 'snapToVertices' | 'snapToBorders' | 'sharedEdges';
  readonly icon: string;
  readonly title: string;
  readonly chord: string;
}[] = [
  { key: 'snapToVertices', icon: 'magnet', title: 'Snap to vertices', chord: 'Shift+V' },
  { key: 'snapToBorders', icon: 'magnetLine', title: 'Snap to borders', chord: 'Shift+C' },
  { key: 'sharedEdges', icon: 'link', title: 'Shared edges: linked vertices move together', chord: 'Shift+E' },
];

function Snapping({ context: { settings } }: { readonly context: VectorContext }): JSX.Element {
  const state = useSnapshot(settings.state) as Readonly<VectorSwitches>;
  return (
    <div className={classes['group']}>
      {switches.map(({ key, icon, title, chord }) => (
        <Tooltip key={key} label={`${title}: ${state[key] ? 'on' : 'off'} · ${chord}`} position="bottom">
          <ActionIcon
            size="sm"
            variant={state[key] ? 'light' : 'subtle'}
            color={state[key] ? 'loupe' : 'gray'}
            aria-label={title}
            aria-pressed={state[key]}
            onClick={() => choose(() => settings.set({ [key]: !state[key] }))}
          >
            <Icon name={icon} size={15} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}

/** The keyboard goes back to the stage after a choice by mouse. */
function choose(change: () => void): void {
  change();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
