import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, errorText, toast } from '#core/ui/web/index.ts';
import { Bundler } from '#core/sandbox/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { FormDraftState } from '../../common/builder-api.ts';
import type { FormDocument } from '../../common/form-document.ts';
import { FormClient, formKey } from '../form-client.ts';
import { messages } from '../messages.ts';
import type { EditedForm, BuilderStore } from './builder-store.ts';
import { writtenForm } from './builder-store.ts';
import type { ScriptFindings } from './code-view.tsx';
import { compileScripts } from './script-problems.ts';
import type { Saving } from './use-saving.ts';

interface PublishingOptions {
  readonly initial: FormDraftState;
  readonly store: BuilderStore;
  readonly saving: Saving;
  readonly onScriptErrors: () => void;
}

/** The published form, and the way to publish its draft. */
export interface Publishing {
  readonly secrets: FormDraftState['secrets'];
  readonly version: FormDraftState['version'];
  /** JSON of the published form. */
  readonly published: string;
  readonly scripts: ScriptFindings;
  readonly addFindings: (found: Partial<ScriptFindings>) => void;
  /** True while the scripts are being compiled. */
  readonly checking: boolean;
  /** The draft that waits for a last confirmation. */
  readonly edited: EditedForm | undefined;
  /** Saves the draft, checks its scripts and asks for confirmation. */
  readonly ask: () => Promise<void>;
  readonly cancel: () => void;
  readonly publish: (moveValues: boolean) => Promise<void>;
  readonly refreshSecrets: () => Promise<void>;
}

/** Publishes the draft of a form once its scripts compile. */
export function usePublishing({ initial, store, saving, onScriptErrors }: PublishingOptions): Publishing {
  const project = useProject();
  const queries = useQueryClient();
  const { builder } = useService(FormClient);
  const bundler = useService(Bundler);
  const [edited, setEdited] = useState<EditedForm>();
  const [secrets, setSecrets] = useState(initial.secrets);
  const [version, setVersion] = useState(initial.version);
  const [published, setPublished] = useState(() => JSON.stringify(initial.published));
  const [scripts, setScripts] = useState<ScriptFindings>({ typed: [], compiled: [] });
  const [checking, setChecking] = useState(false);

  const refreshSecrets = async (): Promise<void> =>
    setSecrets((await builder.getFormDraft({ params: { project_id: project.id } })).secrets);
  const scriptsMayRun = async (form: FormDocument): Promise<boolean> => {
    try {
      const compiled = (await compileScripts(bundler, form))?.problems.filter(each => each.severity === 'error') ?? [];
      setScripts(before => ({ ...before, compiled }));
      if (compiled.length > 0) {
        onScriptErrors();
        toast(messages.usePublishing.scriptDoesNotCompile, { tone: 'error' });
        return false;
      }
    } catch (error) {
      toast(messages.usePublishing.scriptCouldNotBeChecked(errorText(error)), { tone: 'error' });
      return false;
    }
    const typed = scripts.typed.filter(each => each.severity === 'error').length;
    if (typed === 0) return true;
    return confirm({
      title: messages.usePublishing.publishWithTypeErrors,
      text: messages.usePublishing.typescriptFindsTypedErrors(typed),
      action: messages.shared.publish,
    });
  };
  const ask = async (): Promise<void> => {
    if (store.unsaved && !(await saving.save())) return;
    const {
      history: { present },
    } = store.state;
    setChecking(true);
    const runs = await scriptsMayRun(present.form);
    setChecking(false);
    if (runs) setEdited(present);
  };
  const publish = async (moveValues: boolean): Promise<void> => {
    const {
      history: { present },
      revision: draft,
      base,
    } = store.state;
    const answer = await builder.publishForm({
      params: { project_id: project.id },
      body: {
        document: writtenForm(present),
        renames: [...present.renames],
        revision: draft,
        base,
        move_values: moveValues,
      },
    });
    const state = await builder.getFormDraft({ params: { project_id: project.id } });
    store.published(present, state);
    setSecrets(state.secrets);
    setVersion(state.version);
    setPublished(JSON.stringify(state.published));
    setEdited(undefined);
    await queries.invalidateQueries({ queryKey: formKey(project.id) });
    toast(
      messages.usePublishing.versionIsPublished(
        answer.version,
        answer.moved > 0 ? messages.usePublishing.answersOfMoved(answer.moved) : '',
      ),
      { tone: 'success' },
    );
  };

  return {
    secrets,
    version,
    published,
    scripts,
    addFindings: found => setScripts(before => ({ ...before, ...found })),
    checking,
    edited,
    ask,
    cancel: () => setEdited(undefined),
    publish,
    refreshSecrets,
  };
}
