import { Button } from '@mantine/core';
import type { JSX } from 'react';
import type { PipelineFile } from '../../common/pipeline-yaml.ts';
import { writePipelineYaml } from '../../common/pipeline-yaml.ts';
import { messages } from '../messages.ts';
import type { TypedYaml } from './use-typed-yaml.ts';
import classes from './editor.module.css';

interface YamlPanelProps {
  readonly file: PipelineFile;
  readonly typed: TypedYaml;
  /** Absent: the text is only shown. */
  readonly onChange?: ((file: PipelineFile) => void) | undefined;
}

/**
 * The pipeline as YAML beside the canvas: each follows the other. Text that can't be read stays here, with the reason.
 */
export function YamlPanel({ file, typed: { text, problem, type, discard }, onChange }: YamlPanelProps): JSX.Element {
  return (
    <div className={classes['yaml']}>
      <textarea
        className={classes['yamlText']}
        aria-label={messages.yamlPanel.pipelineAsYaml}
        spellCheck={false}
        wrap="off"
        readOnly={onChange === undefined}
        value={text ?? writePipelineYaml(file)}
        onChange={event => {
          const read = type(event.currentTarget.value);
          if (read !== undefined) onChange?.(read);
        }}
      />
      {problem === undefined ? undefined : (
        <div className={classes['yamlProblem']} role="status">
          {messages.yamlPanel.lineMessage(problem.line, problem.message)}{' '}
          <Button size="compact-xs" variant="default" onClick={discard}>
            {messages.yamlPanel.discard}
          </Button>
        </div>
      )}
    </div>
  );
}
