import { useState } from 'react';
import type { JSX } from 'react';
import type { PipelineFile } from '../../common/pipeline-yaml.ts';
import { readPipelineYaml, writePipelineYaml } from '../../common/pipeline-yaml.ts';
import { messages } from '../messages.ts';
import classes from './editor.module.css';

interface YamlPanelProps {
  readonly file: PipelineFile;
  /** Absent: the text is only shown. */
  readonly onChange?: ((file: PipelineFile) => void) | undefined;
}

/**
 * The pipeline as YAML beside the canvas: each follows the other. Text that can't be read stays here, with the reason.
 */
export function YamlPanel({ file, onChange }: YamlPanelProps): JSX.Element {
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: PipelineFile }>();
  // What is typed holds until the canvas changes the pipeline.
  const text = typed !== undefined && typed.of === file ? typed.text : writePipelineYaml(file);
  const read = readPipelineYaml(text);
  const problem = 'problems' in read ? read.problems[0] : undefined;
  return (
    <div className={classes['yaml']}>
      <textarea
        className={classes['yamlText']}
        aria-label={messages.yamlPanel.pipelineAsYaml}
        spellCheck={false}
        wrap="off"
        readOnly={onChange === undefined}
        value={text}
        onChange={event => {
          const next = event.currentTarget.value;
          const parsed = readPipelineYaml(next);
          if ('file' in parsed) {
            setTyped({ text: next, of: parsed.file });
            onChange?.(parsed.file);
          } else setTyped({ text: next, of: file });
        }}
      />
      {problem === undefined ? undefined : (
        <div className={classes['yamlProblem']} role="status">
          {messages.yamlPanel.lineMessage(problem.line, problem.message)}
        </div>
      )}
    </div>
  );
}
