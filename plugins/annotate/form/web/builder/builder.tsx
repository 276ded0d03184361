import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, ProblemList, toast, Tooltip, useLeaveQuestion } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { FormDraftState } from '../../common/builder-api.ts';
import type { FormDocument } from '../../common/form-document.ts';
import { ImportDialog } from '../dialogs/import-dialog.tsx';
import { PublishDialog } from '../dialogs/publish-dialog.tsx';
import { TemplateDialog } from '../dialogs/template-dialog.tsx';
import { VersionsDialog } from '../dialogs/versions-dialog.tsx';
import { FormClient } from '../form-client.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { PropertiesPanel } from '../properties/properties-panel.tsx';
import { duplicateChosen, moveChosen, moveInto, moveOut, removeChosen } from './builder-edits.ts';
import { BuilderKeys } from './builder-keys.ts';
import { BuilderStore, useBuilder, writtenForm } from './builder-store.ts';
import { Canvas } from './canvas.tsx';
import { CodeView } from './code-view.tsx';
import { Palette } from './palette.tsx';
import { PreviewView } from './preview-view.tsx';
import { problemSummary, useProblems } from './use-problems.ts';
import { ReadmeView } from './readme-view.tsx';
import { useSaving } from './use-saving.ts';
import { BuilderBar } from './builder-bar.tsx';
import type { BuilderDialog, BuilderView } from './builder-bar.tsx';
import { ConflictAlert } from './conflict-alert.tsx';
import { usePublishing } from './use-publishing.ts';

/**
 * Builds the form of a project: components at the left, the form in the middle, properties at the right, problems
 * below.
 */
export function Builder({ initial }: { readonly initial: FormDraftState }): JSX.Element {
  const project = useProject();
  const { builder } = useService(FormClient);
  const keys = useService(BuilderKeys);
  const [store] = useState(() => new BuilderStore(initial));
  const [view, setView] = useState<BuilderView>('form');
  const [open, setOpen] = useState<BuilderDialog>();
  const saving = useSaving(store, project.id);
  const publishing = usePublishing({ initial, store, saving, onScriptErrors: () => setView('code') });
  const { secrets, version, scripts } = publishing;
  const present = useBuilder(store, each => each.state.history.present);
  const unsaved = useBuilder(store, each => each.unsaved);
  const revision = useBuilder(store, each => each.state.revision);
  const empty = useBuilder(store, each => each.form.components.length === 0);
  const problems = useProblems(store);
  const wrong = problems.some(each => each.severity === 'error');
  useLeaveQuestion(unsaved);

  const save = async (): Promise<void> => {
    if (await saving.save()) {
      toast(messages.builder.draftIsSaved, { tone: 'success' });
      if (store.form.environments.some(each => each.secure && each.value !== '')) await publishing.refreshSecrets();
    }
  };
  useEffect(() =>
    keys.give({
      save: () => void save(),
      undo: () => store.undo(),
      redo: () => store.redo(),
      duplicate: () => duplicateChosen(store),
      remove: () => removeChosen(store),
      up: () => moveChosen(store, -1),
      down: () => moveChosen(store, 1),
      out: () => moveOut(store),
      into: () => moveInto(store),
    }),
  );
  const press = (event: KeyboardEvent): void => {
    // Commands are paused while somebody types, but saving works there too.
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's') {
      event.preventDefault();
      void save();
    }
  };
  const discard = async (): Promise<void> => {
    if (
      !(await confirm({
        title: messages.builder.discardTheDraft,
        text: messages.builder.builderGoesBack,
        action: messages.builder.discard,
        danger: true,
      }))
    )
      return;
    await builder.discardFormDraft({ params: { project_id: project.id }, query: { revision } }).catch(() => undefined);
    await saving.takeTheirs();
  };
  const replace = (form: FormDocument): void => {
    store.replace(form);
    setView('form');
  };
  const differs = JSON.stringify(writtenForm(present)) !== publishing.published;

  return (
    <section className={classes['page']} aria-label={messages.builder.formBuilder} onKeyDown={press}>
      <BuilderBar
        store={store}
        saving={saving}
        view={view}
        version={version}
        differs={differs}
        onView={setView}
        onOpen={setOpen}
        onSave={() => void save()}
        onDiscard={() => void discard()}
        publish={
          <Tooltip
            label={
              wrong
                ? messages.builder.fixTheProblemsFirst
                : differs
                  ? messages.builder.everybodyFillsInThisForm
                  : messages.builder.thisIsWhatIsPublished
            }
          >
            <Button
              loading={publishing.checking}
              disabled={wrong || !differs || (empty && version === undefined)}
              onClick={() => void publishing.ask()}
            >
              {messages.shared.publish}
            </Button>
          </Tooltip>
        }
      />
      <ConflictAlert saving={saving} />
      {view === 'form' ? (
        <div className={classes['builder']}>
          <Palette store={store} />
          <Canvas store={store} />
          <PropertiesPanel store={store} secrets={secrets} />
        </div>
      ) : undefined}
      {view === 'code' ? <CodeView store={store} problems={scripts} onProblems={publishing.addFindings} /> : undefined}
      {view === 'preview' ? <PreviewView store={store} /> : undefined}
      {view === 'readme' ? <ReadmeView store={store} /> : undefined}
      <ProblemList
        label={messages.useProblems.problems}
        summary={problemSummary(problems)}
        problems={problems}
        onOpen={({ component }) => {
          setView('form');
          store.select(component === undefined ? [] : [component]);
        }}
      />
      <ImportDialog
        opened={open === 'import'}
        replaces={!empty}
        onClose={() => setOpen(undefined)}
        onImport={replace}
      />
      <TemplateDialog
        opened={open === 'templates'}
        replaces={!empty}
        onClose={() => setOpen(undefined)}
        onChoose={replace}
      />
      <VersionsDialog
        projectId={project.id}
        opened={open === 'versions'}
        onClose={() => setOpen(undefined)}
        onRestore={(form, number) => {
          replace(form);
          toast(messages.builder.versionNumberIsLoaded(number));
        }}
      />
      <PublishDialog
        projectId={project.id}
        edited={publishing.edited}
        onClose={publishing.cancel}
        onPublish={publishing.publish}
      />
    </section>
  );
}
