import type { JSX } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TRANSITION } from '../../common/event-types.ts';
import type { PipelineGraph } from '../../common/pipeline.ts';
import { addNode, emptyGraph, setSetting } from '../../common/pipeline-edits.ts';
import { WITH_CHANGE } from '../../common/transition-steps.ts';
import { pipelineTemplates } from '../../common/templates.ts';
import { Editor } from '../editor/editor.tsx';
import type { SavedPipeline } from '../editor/use-pipeline-draft.ts';

const blank: SavedPipeline = { id: undefined, version: undefined, name: '', description: '', graph: emptyGraph };

/** Returns a pipeline that begins with a transition of a workflow. */
function withTransition(workflow: string, transition: string): PipelineGraph {
  const graph = addNode(emptyGraph, 'event', TRANSITION, { x: 40, y: 80 });
  const settings = { workflow, transition, timing: WITH_CHANGE };
  return Object.entries(settings).reduce((made, [name, value]) => setSetting(made, 'event1', name, value), graph);
}

/** Builds a pipeline from the beginning, from a template, or for a transition of a workflow. */
export default function NewPipelinePage(): JSX.Element {
  const [params] = useSearchParams();
  const template = pipelineTemplates.find(each => each.id === params.get('template'));
  const [workflow, transition] = [params.get('workflow'), params.get('transition')];
  const { name, description, graph } =
    template ??
    (workflow === null || transition === null ? blank : { ...blank, graph: withTransition(workflow, transition) });
  return (
    <Editor
      key={template?.id ?? 'blank'}
      current={{ ...blank, graph, name, description }}
      enabled={undefined}
      onEnable={() => undefined}
    />
  );
}
