import { useMemo, useState } from 'react';
import type { DraftHistory } from '#core/base/common/index.ts';
import { beginHistory, editHistory, redoHistory, undoHistory } from '#core/base/common/index.ts';
import type { PipelineGraph } from '../../common/pipeline.ts';
import type { PipelineFile } from '../../common/pipeline-yaml.ts';

/** A pipeline as the server has it; without id and version it is new. */
export interface SavedPipeline extends PipelineFile {
  readonly id: number | undefined;
  readonly version: number | undefined;
}

/** The pipeline that is being edited. */
export interface PipelineDraft {
  readonly saved: SavedPipeline;
  readonly present: PipelineFile;
  readonly dirty: boolean;
  readonly history: DraftHistory<PipelineFile>;
  /** Makes a new state; edits of the same `series` in a row (typing) are one step of undo. */
  readonly edit: (change: Partial<PipelineFile>, series?: string) => void;
  readonly editGraph: (graph: PipelineGraph, series?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Continues from what was saved; the steps of undo stay. */
  readonly rebase: (saved: SavedPipeline) => void;
  /** Continues from what the server has, and drops the edits. */
  readonly reset: (saved: SavedPipeline) => void;
}

/** Keeps a draft with undo. */
export function usePipelineDraft(initial: SavedPipeline): PipelineDraft {
  const [saved, setSaved] = useState(initial);
  const [state, setState] = useState<{
    readonly history: DraftHistory<PipelineFile>;
    readonly series: string | undefined;
  }>(() => ({ history: beginHistory<PipelineFile>(fileOf(initial)), series: undefined }));
  const { present } = state.history;
  const dirty = useMemo(() => JSON.stringify(present) !== JSON.stringify(fileOf(saved)), [present, saved]);
  const edit = (change: Partial<PipelineFile>, series?: string): void =>
    setState(({ history, series: last }) => {
      const next = { ...history.present, ...change };
      return {
        history: series !== undefined && series === last ? { ...history, present: next } : editHistory(history, next),
        series,
      };
    });
  return {
    saved,
    present,
    dirty,
    history: state.history,
    edit,
    editGraph: (graph, series) => edit({ graph }, series),
    undo: () => setState(({ history }) => ({ history: undoHistory(history), series: undefined })),
    redo: () => setState(({ history }) => ({ history: redoHistory(history), series: undefined })),
    rebase: setSaved,
    reset(next) {
      setSaved(next);
      setState({ history: beginHistory<PipelineFile>(fileOf(next)), series: undefined });
    },
  };
}

const fileOf = ({ name, description, graph }: PipelineFile): PipelineFile => ({ name, description, graph });
