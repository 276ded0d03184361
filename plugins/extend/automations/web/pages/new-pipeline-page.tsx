import type { JSX } from 'react';
import { useSearchParams } from 'react-router-dom';
import { emptyGraph } from '../../common/pipeline-edits.ts';
import { pipelineTemplates } from '../../common/templates.ts';
import { Editor } from '../editor/editor.tsx';
import type { SavedPipeline } from '../editor/use-pipeline-draft.ts';

const blank: SavedPipeline = { id: undefined, version: undefined, name: '', description: '', graph: emptyGraph };

/** Builds a pipeline from the beginning, or from a template. */
export default function NewPipelinePage(): JSX.Element {
  const [params] = useSearchParams();
  const template = pipelineTemplates.find(each => each.id === params.get('template'));
  const { name, description, graph } = template ?? blank;
  return (
    <Editor
      key={template?.id ?? 'blank'}
      current={{ ...blank, graph, name, description }}
      enabled={undefined}
      onEnable={() => undefined}
    />
  );
}
