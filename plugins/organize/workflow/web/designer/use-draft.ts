import { useMemo, useState } from 'react';
import type { DraftHistory } from '#core/base/common/index.ts';
import { beginHistory, editHistory, redoHistory, undoHistory } from '#core/base/common/index.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';

/** The edited workflow. */
export interface EditedWorkflow {
  readonly name: string;
  readonly description: string;
  readonly file: WorkflowFile;
}

/** A workflow as the server has it; undefined parts of one that is new. */
export interface StoredWorkflow extends EditedWorkflow {
  readonly id: number | undefined;
  /** Version: the server refuses to overwrite a newer one. */
  readonly version: string | undefined;
}

export interface Draft {
  readonly stored: StoredWorkflow;
  readonly present: EditedWorkflow;
  readonly dirty: boolean;
  readonly history: DraftHistory<EditedWorkflow>;
  /** Takes a new version; edits of the same `series` in a row (typing) are one step of undo. */
  readonly edit: (change: Partial<EditedWorkflow>, series?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Goes on from what the server has now; `keep` leaves what is edited as it is. */
  readonly rebase: (stored: StoredWorkflow, keep?: boolean) => void;
}

/** The workflow being edited, with its steps back. */
export function useDraft(initial: StoredWorkflow): Draft {
  const [stored, setStored] = useState(initial);
  const [state, setState] = useState<{
    readonly history: DraftHistory<EditedWorkflow>;
    readonly series: string | undefined;
  }>(() => ({ history: beginHistory<EditedWorkflow>(edited(initial)), series: undefined }));
  const { present } = state.history;
  const dirty = useMemo(() => JSON.stringify(present) !== JSON.stringify(edited(stored)), [present, stored]);
  return {
    stored,
    present,
    dirty,
    history: state.history,
    edit: (change, series) =>
      setState(({ history, series: last }) => {
        const next = { ...history.present, ...change };
        return {
          history: series !== undefined && series === last ? { ...history, present: next } : editHistory(history, next),
          series,
        };
      }),
    undo: () => setState(({ history }) => ({ history: undoHistory(history), series: undefined })),
    redo: () => setState(({ history }) => ({ history: redoHistory(history), series: undefined })),
    rebase: (next, keep = false) => {
      setStored(next);
      if (!keep) setState({ history: beginHistory<EditedWorkflow>(edited(next)), series: undefined });
    },
  };
}

const edited = ({ name, description, file }: EditedWorkflow): EditedWorkflow => ({ name, description, file });
