import { useEffect, useEffectEvent } from 'react';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { pipelineGraph } from '../../common/pipeline.ts';
import { partOf, pasteNodes } from '../../common/pipeline-edits.ts';
import type { CanvasSelection } from '../canvas/canvas-parts.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null;

/** Copies and pastes nodes with the clipboard of the system, also from one pipeline to another. */
export function useCopyKeys(
  graph: PipelineGraph,
  selection: CanvasSelection,
  onChange: ((graph: PipelineGraph) => void) | undefined,
  onSelect: (selection: CanvasSelection) => void,
): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || selection.nodes.size === 0 || event.clipboardData === null) return;
    event.clipboardData.setData('text/plain', JSON.stringify(partOf(graph, selection.nodes)));
    event.preventDefault();
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || onChange === undefined) return;
    const part = pipelineGraph.safeParse(valueOf(event.clipboardData?.getData('text/plain') ?? ''));
    if (!part.success || part.data.nodes.length === 0) return;
    event.preventDefault();
    const pasted = pasteNodes(graph, partOf(part.data, new Set(part.data.nodes.map(each => each.id))));
    if (pasted.ids.size === 0) return;
    onChange(pasted.graph);
    onSelect({ nodes: pasted.ids, edges: new Set() });
  });
  useEffect(() => {
    const [onCopy, onPaste] = [(event: ClipboardEvent) => copy(event), (event: ClipboardEvent) => paste(event)];
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
