import '@xyflow/react/dist/style.css';
import type { NodeProps } from '@xyflow/react';
import { Background, Controls, Handle, Position, ReactFlow } from '@xyflow/react';
import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { StatusIcon } from '../status-icon.tsx';
import type { Chosen, StatusNode } from './graph-parts.ts';
import { statusNodes, transitionEdges } from './graph-parts.ts';
import classes from './workflow-graph.module.css';

interface WorkflowGraphProps {
  readonly file: WorkflowFile;
  readonly iconOf: (status: string) => number | null;
  readonly chosen?: Chosen;
  /** Where a simulated item is. */
  readonly here?: string | undefined;
  readonly onChoose?: (chosen: Chosen) => void;
  /** With these the graph can be changed. */
  readonly onConnect?: (from: string, to: string) => void;
  readonly onDelete?: (statuses: readonly string[], transitions: readonly number[]) => void;
}

const nodeTypes = { status: StatusBox };

/** A workflow as a picture: statuses as boxes, transitions as arrows. What it says stands in the lists beside it too. */
export default function WorkflowGraph({ file, iconOf, chosen, here, onChoose, onConnect, onDelete }: WorkflowGraphProps): JSX.Element {
  const { colorScheme } = useMantineColorScheme();
  const edits = onConnect !== undefined;
  const nodes = useMemo(() => statusNodes(file, { iconOf, chosen, here, edits }), [file, iconOf, chosen, here, edits]);
  const edges = useMemo(() => transitionEdges(file, chosen, edits), [file, chosen, edits]);
  const shape = file.statuses.join('\n');
  return (
    <div className={classes['graph']} role="group" aria-label="Graph of the workflow">
      <ReactFlow
        key={shape} nodes={nodes} edges={edges} nodeTypes={nodeTypes} colorMode={colorScheme === 'auto' ? 'system' : colorScheme} fitView fitViewOptions={{ padding: 0.12, maxZoom: 1.1 }} minZoom={0.2} maxZoom={2}
        proOptions={{ hideAttribution: true }} nodesDraggable={false} nodesConnectable={edits} deleteKeyCode={edits ? ['Delete', 'Backspace'] : null} multiSelectionKeyCode={null} selectionKeyCode={null}
        onNodeClick={(_, node) => onChoose?.({ status: node.id })} onEdgeClick={(_, edge) => onChoose?.({ transition: Number(edge.id) })} onPaneClick={() => onChoose?.(undefined)}
        onNodesChange={changes => { for (const each of changes) if (each.type === 'select' && each.selected) onChoose?.({ status: each.id }); }}
        onEdgesChange={changes => { for (const each of changes) if (each.type === 'select' && each.selected) onChoose?.({ transition: Number(each.id) }); }}
        onConnect={({ source, target }) => { if (source !== target) onConnect?.(source, target); }}
        onDelete={({ nodes: gone, edges: cut }) => onDelete?.(gone.map(each => each.id), cut.flatMap(each => (each.data as { readonly transitions: readonly number[] }).transitions))}
      >
        <Background gap={20} size={1} color="var(--loupe-line)" />
        <Controls showInteractive={false} aria-label="View of the graph" />
      </ReactFlow>
    </div>
  );
}

function StatusBox({ data, selected }: NodeProps<StatusNode>): JSX.Element {
  const handle = (id: string, type: 'source' | 'target', position: Position, left?: string): JSX.Element => <Handle id={id} type={type} position={position} className={data.edits && id === 'ahead-out' ? classes['handle']! : classes['hidden']!} isConnectable={data.edits} {...(left === undefined ? {} : { style: { left } })} />;
  return (
    <div className={classes['status']} data-selected={selected === true} data-here={data.here}>
      {handle('ahead-in', 'target', Position.Left)}{handle('ahead-out', 'source', Position.Right)}
      {handle('back-out', 'source', Position.Bottom, '35%')}{handle('back-in', 'target', Position.Bottom, '65%')}
      {handle('beside-out', 'source', Position.Top, '65%')}{handle('beside-in', 'target', Position.Top, '35%')}
      <StatusIcon id={data.icon} />
      <span className={classes['name']} title={data.name}>{data.name}</span>
      {data.start ? <span className={classes['start']}><Icon name="play" size={12} />Start</span> : undefined}
    </div>
  );
}
