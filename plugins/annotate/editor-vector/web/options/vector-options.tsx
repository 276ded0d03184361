import { ActionIcon } from '@mantine/core';
import type { ComponentType, JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Icon, Segments, Tooltip } from '#core/ui/web/index.ts';
import { ActiveClass } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from '../messages.ts';
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

/** Part of the editor that the choices over the stage need. */
export interface OptionsEditor extends MenuEditor {
  setTool(id: string): void;
  onView(listener: () => void): () => void;
}

/**
 * The choices over the stage for one open item: those of the tool in use, the snapping, and the label being written.
 */
export function vectorOptions(context: VectorContext, editor: OptionsEditor): ComponentType {
  return function VectorOptions(): JSX.Element {
    const { tool } = useSnapshot(context.controller.state);
    return (
      <>
        <div className={classes['bar']} role="toolbar" aria-label={messages.vectorOptions.toolOptions}>
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
    <Tooltip label={messages.vectorOptions.changeShiftB} position="bottom">
      <Segments
        className={classes['segments']}
        aria-label={messages.vectorOptions.howBoxesAreDrawn}
        value={boxMode}
        onChange={value => choose(() => settings.set({ boxMode: value }))}
        data={[
          { value: 'corners', label: messages.vectorOptions.corners },
          { value: 'extremes', label: messages.vectorOptions.number4ExtremePoints },
        ]}
      />
    </Tooltip>
  );
}

function PolygonChoice({ context: { controller } }: { readonly context: VectorContext }): JSX.Element {
  const { polygonMode } = useSnapshot(controller.state);
  return (
    <Tooltip label={messages.vectorOptions.holeShiftP} position="bottom">
      <Segments
        className={classes['segments']}
        aria-label={messages.vectorOptions.whatIsDrawn}
        value={polygonMode}
        onChange={value => choose(() => controller.setPolygonMode(value))}
        data={[
          { value: 'shape', label: messages.vectorOptions.new },
          { value: 'hole', label: messages.vectorOptions.hole },
          { value: 'part', label: messages.vectorOptions.part },
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
  { key: 'snapToVertices', icon: 'magnet', title: messages.vectorOptions.snapToVertices, chord: 'Shift+V' },
  { key: 'snapToBorders', icon: 'magnetLine', title: messages.vectorOptions.snapToBorders, chord: 'Shift+C' },
  { key: 'sharedEdges', icon: 'link', title: messages.vectorOptions.sharedEdges, chord: 'Shift+E' },
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
