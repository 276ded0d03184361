import { useState } from 'react';
import type { PipelineFile, YamlProblem } from '../../common/pipeline-yaml.ts';
import { readPipelineYaml } from '../../common/pipeline-yaml.ts';

/** YAML that a person types for a pipeline. */
export interface TypedYaml {
  /** As it was typed; undefined once the pipeline changed without it. */
  readonly text: string | undefined;
  /** Keeps the text from being a pipeline; then the pipeline stays as it was. */
  readonly problem: YamlProblem | undefined;
  /** Takes what is typed, and returns the pipeline that it is, if any. */
  readonly type: (text: string) => PipelineFile | undefined;
  /** Goes back to the pipeline as it was read last. */
  readonly discard: () => void;
}

/** Keeps the text that is typed for a pipeline, with its comments and blank lines, until the pipeline changes elsewhere. */
export function useTypedYaml(file: PipelineFile): TypedYaml {
  const [typed, setTyped] = useState<{
    readonly text: string;
    readonly of: PipelineFile;
    readonly problem: YamlProblem | undefined;
  }>();
  const holds = typed !== undefined && isSame(typed.of, file);
  return {
    text: holds ? typed.text : undefined,
    problem: holds ? typed.problem : undefined,
    type(text) {
      const read = readPipelineYaml(text);
      if ('file' in read) {
        setTyped({ text, of: read.file, problem: undefined });
        return read.file;
      }
      setTyped({ text, of: file, problem: read.problems[0] });
      return undefined;
    },
    discard: () => setTyped(undefined),
  };
}

/** The draft puts what it is given into an object of its own. */
const isSame = (one: PipelineFile, other: PipelineFile): boolean =>
  one.name === other.name && one.description === other.description && one.graph === other.graph;
