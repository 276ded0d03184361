import '@xyflow/react/dist/style.css';
import type { EdgeProps, NodeProps, ReactFlowInstance } from '@xyflow/react';
import { Background, BaseEdge, ControlButton, Controls, EdgeText, Handle, Position, ReactFlow } from '@xyflow/react';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { messages } from '../messages.ts';
import { StatusIcon } from '../status-icon.tsx';
import { boundsIn, layoutFor, layoutWorkflow, smoothPath } from './graph-layout.ts';
import type { Chosen, RouteEdge, StatusNode } from './graph-parts.ts';
import { routeEdges, statusNodes } from './graph-parts.ts';
import classes from './workflow-graph.module.css';

interface WorkflowGraphProps {
  readonly file: WorkflowFile;
  readonly iconOf: (status: string) => number | null;
  readonly chosen?: Chosen;
  /** Status of a simulated item. */
  readonly here?: string | undefined;
  readonly onChoose?: (chosen: Chosen) => void;
  /** With these the graph can be changed. */
  readonly onConnect?: (from: string, to: string) => void;
  readonly onDelete?: (statuses: readonly string[], transitions: readonly number[]) => void;
}

const nodeTypes = { status: StatusBox };
const edgeTypes = { route: RouteArrow };

/** A workflow as a picture: statuses as boxes, transitions as arrows. Its content is in the lists beside it too. */
export default function WorkflowGraph({
  file,
  iconOf,
  chosen,
  here,
  onChoose,
  onConnect,
  onDelete,
}: WorkflowGraphProps): JSX.Element {
  const { colorScheme } = useMantineColorScheme();
  const edits = onConnect !== undefined;
  const [size, setSize] = useState({ width: 0, height: 0 });
  const both = useMemo(
    () =>
      [
        layoutWorkflow(file.statuses, file.transitions, file.start_status),
        layoutWorkflow(file.statuses, file.transitions, file.start_status, 'TB'),
      ] as const,
    [file],
  );
  const layout = layoutFor(size, both);
  const nodes = useMemo(
    () => statusNodes(file, layout, { iconOf, chosen, here, edits }),
    [file, layout, iconOf, chosen, here, edits],
  );
  const edges = useMemo(() => routeEdges(layout, chosen, edits), [layout, chosen, edits]);
  const frame = useRef<HTMLDivElement>(null);
  const [flow, setFlow] = useState<ReactFlowInstance<StatusNode, RouteEdge>>();

  // The whole workflow stays in sight when it grows and when the window gets smaller.
  const shape = JSON.stringify([...layout.places]);
  const fit = (): void => {
    if (flow === undefined || frame.current === null) return;
    const { clientWidth: width, clientHeight: height } = frame.current;
    void flow.fitBounds(boundsIn({ width, height }, layoutFor({ width, height }, both)), { padding: 0.04 });
  };
  const refit = useEffectEvent(fit);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const next = requestAnimationFrame(() => refit());
    return () => cancelAnimationFrame(next);
  }, [flow, shape, size]);

  return (
    <div ref={frame} className={classes['graph']} role="group" aria-label={messages.workflowGraph.graphOfTheWorkflow}>
      <ReactFlow<StatusNode, RouteEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
        minZoom={0.2}
        maxZoom={2}
        onInit={setFlow}
        proOptions={{ hideAttribution: true }}
        nodesDraggable={false}
        nodesConnectable={edits}
        deleteKeyCode={edits ? ['Delete', 'Backspace'] : null}
        multiSelectionKeyCode={null}
        selectionKeyCode={null}
        onNodeClick={(_, node) => onChoose?.({ status: node.id })}
        onEdgeClick={(_, edge) => onChoose?.({ transition: Number(edge.id) })}
        onPaneClick={() => onChoose?.(undefined)}
        onNodesChange={changes => {
          for (const each of changes) if (each.type === 'select' && each.selected) onChoose?.({ status: each.id });
        }}
        onEdgesChange={changes => {
          for (const each of changes)
            if (each.type === 'select' && each.selected) onChoose?.({ transition: Number(each.id) });
        }}
        onConnect={({ source, target }) => {
          if (source !== target) onConnect?.(source, target);
        }}
        onDelete={({ nodes: gone, edges: cut }) =>
          onDelete?.(
            gone.map(each => each.id),
            cut.flatMap(each => each.data?.route.transitions ?? []),
          )
        }
      >
        <Background gap={20} size={1} color="var(--loupe-line)" />
        <Controls showInteractive={false} showFitView={false} aria-label={messages.workflowGraph.viewOfTheGraph}>
          <ControlButton
            aria-label={messages.workflowGraph.showAll}
            title={messages.workflowGraph.showAll}
            onClick={fit}
          >
            <Icon name="fit" />
          </ControlButton>
        </Controls>
      </ReactFlow>
    </div>
  );
}

function StatusBox({ data, selected }: NodeProps<StatusNode>): JSX.Element {
  return (
    <div className={classes['status']} data-selected={selected === true} data-here={data.here}>
      <Handle
        type="target"
        position={data.down ? Position.Top : Position.Left}
        className={classes['hidden']!}
        isConnectable={data.edits}
      />
      <Handle
        type="source"
        position={data.down ? Position.Bottom : Position.Right}
        className={data.edits ? classes['handle']! : classes['hidden']!}
        isConnectable={data.edits}
      />
      <StatusIcon id={data.icon} />
      <span className={classes['name']} title={data.name}>
        {data.name}
      </span>{' '}
      {data.start ? (
        <span className={classes['start']}>
          <Icon name="play" size={12} />
          {messages.shared.start}
        </span>
      ) : undefined}
    </div>
  );
}

function RouteArrow({ data, markerEnd, selected }: EdgeProps<RouteEdge>): JSX.Element {
  const { points, at, label } = data!.route;
  return (
    <>
      <BaseEdge
        path={smoothPath(points)}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        {...(selected === true ? { style: { strokeWidth: 2 } } : {})}
      />
      <EdgeText
        x={at.x}
        y={at.y}
        label={label.length > 30 ? `${label.slice(0, 29)}…` : label}
        labelBgPadding={[3, 1]}
      />
    </>
  );
}
