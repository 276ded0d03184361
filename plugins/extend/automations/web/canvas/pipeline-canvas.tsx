import '@xyflow/react/dist/style.css';
import type { NodeProps, ReactFlowInstance } from '@xyflow/react';
import { Background, ControlButton, Controls, Handle, Position, ReactFlow } from '@xyflow/react';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { connectNodes, moveNodes, removeParts } from '../../common/pipeline-edits.ts';
import type { PipelineProblem } from '../../common/validate-pipeline.ts';
import { messages } from '../messages.ts';
import type { CanvasSelection, CanvasView, PipelineArrow, PipelineBox, SettingNames } from './canvas-parts.ts';
import { nodeIcons, nothingSelected, pipelineArrows, pipelineBoxes } from './canvas-parts.ts';
import classes from './canvas.module.css';

interface PipelineCanvasProps {
  readonly graph: PipelineGraph;
  readonly problems: readonly PipelineProblem[];
  readonly selection: CanvasSelection;
  readonly names: SettingNames;
  readonly onSelect: (selection: CanvasSelection) => void;
  /** Absent: the pipeline is only shown. */
  readonly onChange?: ((graph: PipelineGraph, series?: string) => void) | undefined;
  /** Receives the view once it is there. */
  readonly onView?: (view: CanvasView) => void;
}

const nodeTypes = { step: StepBox };

/** All of a pipeline, no larger than it is. */
const WHOLE = { maxZoom: 1, padding: 0.2 };

/** A pipeline as boxes and arrows. */
export default function PipelineCanvas({
  graph,
  problems,
  selection,
  names,
  onSelect,
  onChange,
  onView,
}: PipelineCanvasProps): JSX.Element {
  const { colorScheme } = useMantineColorScheme();
  const [flow, setFlow] = useState<ReactFlowInstance<PipelineBox, PipelineArrow>>();
  // Places while nodes are being dragged; the graph gets them when they are dropped.
  const [dragged, setDragged] = useState<ReadonlyMap<string, { readonly x: number; readonly y: number }>>(new Map());
  const nodes = useMemo(
    () =>
      pipelineBoxes(graph, problems, selection, names).map(each => {
        const place = dragged.get(each.id);
        return place === undefined ? each : { ...each, position: place };
      }),
    [graph, problems, selection, names, dragged],
  );
  const edges = useMemo(() => pipelineArrows(graph, selection), [graph, selection]);
  const edits = onChange !== undefined;

  useEffect(() => {
    if (flow === undefined) return;
    onView?.({
      middle() {
        const frame = document.querySelector(`.${classes['canvas']}`)?.getBoundingClientRect();
        if (frame === undefined) return { x: 0, y: 0 };
        return flow.screenToFlowPosition({ x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 });
      },
      showAll: () => void flow.fitView(WHOLE),
      show: id => void flow.fitView({ nodes: [{ id }], minZoom: flow.getZoom(), maxZoom: flow.getZoom() }),
    });
  }, [flow, onView]);

  return (
    <div className={classes['canvas']} role="group" aria-label={messages.pipelineCanvas.canvasOfThePipeline}>
      <ReactFlow<PipelineBox, PipelineArrow>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
        minZoom={0.2}
        maxZoom={1.5}
        fitView
        fitViewOptions={WHOLE}
        onInit={setFlow}
        proOptions={{ hideAttribution: true }}
        nodesDraggable={edits}
        nodesConnectable={edits}
        elementsSelectable
        deleteKeyCode={edits ? ['Delete', 'Backspace'] : null}
        multiSelectionKeyCode={['Shift', 'Control', 'Meta']}
        selectionKeyCode="Shift"
        panActivationKeyCode="Space"
        onPaneClick={() => onSelect(nothingSelected)}
        onNodesChange={changes => {
          const places = new Map(dragged);
          const chosen = new Set(selection.nodes);
          for (const each of changes) {
            if (each.type === 'position' && each.position !== undefined) places.set(each.id, each.position);
            if (each.type === 'select') chosen[each.selected ? 'add' : 'delete'](each.id);
          }
          if (changes.some(each => each.type === 'select')) onSelect({ nodes: chosen, edges: new Set() });
          const dropped = changes.some(each => each.type === 'position' && each.dragging === false);
          if (dropped && places.size > 0) {
            onChange?.(moveNodes(graph, places), undefined);
            setDragged(new Map());
          } else if (places.size > 0) setDragged(places);
        }}
        onEdgesChange={changes => {
          const chosen = changes.flatMap(each => (each.type === 'select' && each.selected ? [Number(each.id)] : []));
          if (chosen.length > 0) onSelect({ nodes: new Set(), edges: new Set(chosen) });
        }}
        onConnect={({ source, target }) => onChange?.(connectNodes(graph, source, target))}
        onDelete={({ nodes: gone, edges: cut }) => {
          onSelect(nothingSelected);
          onChange?.(removeParts(graph, new Set(gone.map(each => each.id)), new Set(cut.map(each => Number(each.id)))));
        }}
      >
        <Background gap={20} size={1} color="var(--loupe-line)" />
        <Controls showInteractive={false} showFitView={false} aria-label={messages.pipelineCanvas.viewOfTheCanvas}>
          <ControlButton
            aria-label={messages.pipelineCanvas.showAll}
            title={messages.pipelineCanvas.showAll}
            onClick={() => void flow?.fitView(WHOLE)}
          >
            <Icon name="fit" />
          </ControlButton>
        </Controls>
      </ReactFlow>
      {graph.nodes.length === 0 ? (
        <div className={classes['hint']}>
          <span>{messages.pipelineCanvas.addAnEvent}</span>
        </div>
      ) : undefined}
    </div>
  );
}

function StepBox({ data, selected, isConnectable }: NodeProps<PipelineBox>): JSX.Element {
  return (
    <div
      className={classes['box']}
      data-kind={data.kind}
      data-selected={selected === true}
      data-wrong={data.problem !== undefined}
    >
      {data.kind === 'event' ? undefined : (
        <Handle type="target" position={Position.Left} className={classes['handle']!} isConnectable={isConnectable} />
      )}
      <span className={classes['icon']}>
        <Icon name={nodeIcons[data.type] ?? 'activity'} size={18} />
      </span>
      <div className={classes['words']}>
        <div className={classes['title']}>{data.title}</div>{' '}
        <div className={classes['summary']} title={data.summary}>
          {data.summary}
        </div>
      </div>
      {data.problem === undefined ? undefined : (
        <Tooltip label={data.problem}>
          <span className={classes['wrong']}>
            <Icon name="warning" size={16} />
          </span>
        </Tooltip>
      )}
      <Handle type="source" position={Position.Right} className={classes['handle']!} isConnectable={isConnectable} />
    </div>
  );
}
