import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isFault } from '#core/base/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, useDebounced } from '#core/ui/web/index.ts';
import { FormClient } from '../form-client.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder, writtenForm } from './builder-store.ts';

/** Milliseconds without a change after which the draft is stored by itself. */
const STILL_MS = 1500;

/** Somebody else stored the draft, or published, meanwhile. */
export interface SaveConflict {
  readonly by: string | undefined;
  readonly at: string | undefined;
}

export interface Saving {
  readonly state: 'saved' | 'waiting' | 'saving' | 'failed';
  readonly failure: string | undefined;
  readonly savedAt: Date | undefined;
  readonly conflict: SaveConflict | undefined;
  /** Stores the draft now; false when that failed. */
  readonly save: () => Promise<boolean>;
  /** Goes on from what the server has. */
  readonly takeTheirs: () => Promise<void>;
  /** Stores over what the server has. */
  readonly overwrite: () => Promise<void>;
}

/** Returns the competing change that a conflict names; undefined for another error. */
export function conflictOf(error: unknown): SaveConflict | undefined {
  if (!isFault(error) || error.status !== 409) return undefined;
  const { updatedBy, updatedAt } = (error.details ?? {}) as {
    readonly updatedBy?: string;
    readonly updatedAt?: string;
  };
  return { by: updatedBy, at: updatedAt };
}

/** Stores the draft a moment after the last edit, one save at a time. */
export function useSaving(store: BuilderStore, projectId: number): Saving {
  const { builder } = useService(FormClient);
  const present = useBuilder(store, each => each.state.history.present);
  const unsaved = useBuilder(store, each => each.unsaved);
  const still = useDebounced(present, STILL_MS);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<SaveConflict>();
  const [savedAt, setSavedAt] = useState<Date>();
  const running = useRef<Promise<boolean>>(undefined);

  const write = useCallback(async (): Promise<boolean> => {
    setBusy(true);
    try {
      // What was edited while a save was under way is stored right after it.
      while (store.unsaved) {
        const {
          history: { present: edited },
          revision,
          base,
        } = store.state;
        const { revision: next } = await builder.saveFormDraft({
          params: { project_id: projectId },
          body: { document: writtenForm(edited), renames: [...edited.renames], revision, base },
        });
        store.stored(edited, next);
      }
      setFailure(undefined);
      setSavedAt(new Date());
      return true;
    } catch (error) {
      const found = conflictOf(error);
      if (found === undefined) setFailure(errorText(error));
      else setConflict(found);
      return false;
    } finally {
      setBusy(false);
      running.current = undefined;
    }
  }, [store, builder, projectId]);
  const save = useCallback((): Promise<boolean> => (running.current ??= write()), [write]);

  const settle = useEffectEvent(() => {
    if (store.unsaved && conflict === undefined) void save();
  });
  useEffect(() => settle(), [still]);

  const reload = async (keep: boolean): Promise<void> => {
    store.load(await builder.getFormDraft({ params: { project_id: projectId } }), keep);
    setConflict(undefined);
    setFailure(undefined);
  };
  return {
    state: failure !== undefined ? 'failed' : busy ? 'saving' : unsaved ? 'waiting' : 'saved',
    failure,
    savedAt,
    conflict,
    save,
    takeTheirs: () => reload(false).catch((error: unknown) => setFailure(errorText(error))),
    overwrite: async () => {
      await reload(true).then(save, (error: unknown) => setFailure(errorText(error)));
    },
  };
}
