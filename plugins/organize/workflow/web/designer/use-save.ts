import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { StatusMove } from '../../common/status-moves.ts';
import { workflowDifferences } from '../../common/workflow-difference.ts';
import type { TeamStatus } from '../../common/vocabulary-api.ts';
import { messages } from '../messages.ts';
import { WorkflowAdmin } from '../workflow-admin.ts';
import type { WaitingSave } from './save-dialog.tsx';
import type { Draft, StoredWorkflow } from './use-draft.ts';

/** Saving in its steps: a question when projects have the workflow, a conflict when somebody else was faster. */
export interface Saving {
  readonly busy: boolean;
  readonly waiting: WaitingSave | undefined;
  /** Version somebody else stored meanwhile. */
  readonly newer: string | undefined;
  readonly save: () => void;
  readonly confirm: (moves: readonly StatusMove[]) => Promise<void>;
  readonly cancel: () => void;
  /** Saves over the newer version. */
  readonly overwrite: () => void;
  readonly forgetConflict: () => void;
}

/** Saves a draft. `made` receives the id of a new workflow. */
export function useSave(draft: Draft, statuses: readonly TeamStatus[], made: (id: number) => void): Saving {
  const admin = useService(WorkflowAdmin);
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<WaitingSave>();
  const [newer, setNewer] = useState<string>();
  const { stored, present } = draft;

  const write = async (moves: readonly StatusMove[], version = stored.version): Promise<void> => {
    const body = { name: present.name.trim(), description: present.description, raw_config: present.file };
    const written =
      stored.id === undefined
        ? await admin.submitting.submitWorkflow({ body })
        : await admin.workflows.updateWorkflow({
            params: { workflow_id: stored.id },
            body: {
              ...body,
              status_moves: [...moves],
              ...(version === undefined ? {} : { expected_version: version }),
            },
          });
    const next: StoredWorkflow = { ...present, name: written.name, id: written.id, version: written.version };
    draft.rebase(next, true);
    if (written.name !== present.name) draft.edit({ name: written.name });
    setWaiting(undefined);
    setNewer(undefined);
    await queries.invalidateQueries({ queryKey: ['workflow'] });
    toast(messages.useSave.allSet, { tone: 'success' });
    if (stored.id === undefined) made(written.id);
  };
  /** Asks about the conflict that the error names; false for another error. */
  const asksAbout = (error: unknown): boolean => {
    const version =
      isFault(error) && error.status === 409
        ? (error.details as { readonly version?: string } | undefined)?.version
        : undefined;
    if (version === undefined) return false;
    setWaiting(undefined);
    setNewer(version);
    return true;
  };
  const ask = async (version: string | undefined): Promise<void> => {
    const { id } = stored;
    const changed = JSON.stringify(present.file) !== JSON.stringify(stored.file);
    if (id === undefined || (!changed && version === stored.version)) return write([], version);
    const impact = await admin.changes.previewWorkflow({
      params: { workflow_id: id },
      body: { raw_config: present.file },
    });
    // Saved meanwhile: say so before asking what is to become of items.
    if (version !== undefined && impact.version !== version) return setNewer(impact.version);
    if (impact.projects.length === 0) return write([], version);
    setWaiting({
      impact,
      differences: workflowDifferences(stored.file, present.file),
      targets: present.file.statuses.flatMap(name => statuses.find(each => each.name === name) ?? []),
    });
  };

  const saving = useMutation({
    mutationFn: ask,
    onError: error => {
      if (!asksAbout(error)) toastError(error);
    },
  });
  const save = (version: string | undefined): void => {
    if (!saving.isPending) saving.mutate(version);
  };

  return {
    busy: saving.isPending,
    waiting,
    newer,
    save: () => save(stored.version),
    confirm: moves =>
      write(moves, waiting?.impact.version).catch((error: unknown) => {
        if (!asksAbout(error)) throw error;
      }),
    cancel: () => setWaiting(undefined),
    overwrite: () => {
      setNewer(undefined);
      save(newer);
    },
    forgetConflict: () => setNewer(undefined),
  };
}
