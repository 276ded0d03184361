import { ActionIcon, Alert, Button, Group, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, downloadJson, errorText, Icon, longDate, Segments, toast, Tooltip } from '#core/ui/web/index.ts';
import { Bundler } from '#core/sandbox/web/index.ts';
import { useLeaveQuestion, useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { FormDraftState } from '../../common/builder-api.ts';
import type { FormDocument } from '../../common/form-document.ts';
import { ImportDialog } from '../dialogs/import-dialog.tsx';
import { PublishDialog } from '../dialogs/publish-dialog.tsx';
import { TemplateDialog } from '../dialogs/template-dialog.tsx';
import { VersionsDialog } from '../dialogs/versions-dialog.tsx';
import { FormClient, formKey } from '../form-client.ts';
import classes from '../form.module.css';
import { PropertiesPanel } from '../properties/properties-panel.tsx';
import { duplicateChosen, moveChosen, moveInto, moveOut, removeChosen } from './builder-edits.ts';
import { BuilderKeys } from './builder-keys.ts';
import type { EditedForm } from './builder-store.ts';
import { BuilderStore, useBuilder, writtenForm } from './builder-store.ts';
import { Canvas } from './canvas.tsx';
import type { ScriptFindings } from './code-view.tsx';
import { CodeView } from './code-view.tsx';
import { Palette } from './palette.tsx';
import { PreviewView } from './preview-view.tsx';
import { ProblemList, useProblems } from './problem-list.tsx';
import { ReadmeView } from './readme-view.tsx';
import { SaveState } from './save-state.tsx';
import { compileScripts } from './script-problems.ts';
import { useSaving } from './use-saving.ts';

type View = 'form' | 'code' | 'preview' | 'readme';
type Open = 'import' | 'templates' | 'versions';

/** Builds the form of a project: components at the left, the form in the middle, properties at the right, problems below. */
export function Builder({ initial }: { readonly initial: FormDraftState }): JSX.Element {
  const project = useProject();
  const team = useTeam();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { builder } = useService(FormClient);
  const keys = useService(BuilderKeys);
  const [store] = useState(() => new BuilderStore(initial));
  const [view, setView] = useState<View>('form');
  const [open, setOpen] = useState<Open>();
  const [publishing, setPublishing] = useState<EditedForm>();
  const [secrets, setSecrets] = useState(initial.secrets);
  const [version, setVersion] = useState(initial.version);
  const [published, setPublished] = useState(() => JSON.stringify(initial.published));
  const bundler = useService(Bundler);
  const [scripts, setScripts] = useState<ScriptFindings>({ typed: [], compiled: [] });
  const [checking, setChecking] = useState(false);
  const saving = useSaving(store, project.id);
  const present = useBuilder(store, each => each.state.history.present);
  const unsaved = useBuilder(store, each => each.unsaved);
  const hasPast = useBuilder(store, each => each.state.history.past.length > 0);
  const hasFuture = useBuilder(store, each => each.state.history.future.length > 0);
  const revision = useBuilder(store, each => each.state.revision);
  const empty = useBuilder(store, each => each.form.components.length === 0);
  const problems = useProblems(store);
  const wrong = problems.some(each => each.severity === 'error');
  useLeaveQuestion(unsaved);

  const refreshSecrets = async (): Promise<void> =>
    setSecrets((await builder.getFormDraft({ params: { project_id: project.id } })).secrets);
  const save = async (): Promise<void> => {
    if (await saving.save()) {
      toast('The draft is saved.', { tone: 'success' });
      if (store.form.environments.some(each => each.secure && each.value !== '')) await refreshSecrets();
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
    // Commands rest while somebody types, but saving is meant there too.
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's') {
      event.preventDefault();
      void save();
    }
  };
  const askToPublish = async (): Promise<void> => {
    if (store.unsaved && !(await saving.save())) return;
    const {
      history: { present: edited },
    } = store.state;
    setChecking(true);
    const runs = await scriptsMayRun(edited.form);
    setChecking(false);
    if (runs) setPublishing(edited);
  };
  const scriptsMayRun = async (form: FormDocument): Promise<boolean> => {
    try {
      const compiled = (await compileScripts(bundler, form))?.problems.filter(each => each.severity === 'error') ?? [];
      setScripts(before => ({ ...before, compiled }));
      if (compiled.length > 0) {
        setView('code');
        toast('The script does not compile. Mend it, then publish.', { tone: 'error' });
        return false;
      }
    } catch (error) {
      toast(`The script could not be checked. ${errorText(error)}`, { tone: 'error' });
      return false;
    }
    const typed = scripts.typed.filter(each => each.severity === 'error').length;
    if (typed === 0) return true;
    return confirm({
      title: 'Publish with type errors?',
      text: `TypeScript finds ${typed} ${typed === 1 ? 'error' : 'errors'} in the script. It runs nevertheless, and may fail where they are.`,
      action: 'Publish',
    });
  };
  const publish = async (moveValues: boolean): Promise<void> => {
    const {
      history: { present: edited },
      revision: draft,
      base,
    } = store.state;
    const answer = await builder.publishForm({
      params: { project_id: project.id },
      body: {
        document: writtenForm(edited),
        renames: [...edited.renames],
        revision: draft,
        base,
        move_values: moveValues,
      },
    });
    const state = await builder.getFormDraft({ params: { project_id: project.id } });
    store.published(edited, state);
    setSecrets(state.secrets);
    setVersion(state.version);
    setPublished(JSON.stringify(state.published));
    setPublishing(undefined);
    await queries.invalidateQueries({ queryKey: formKey(project.id) });
    toast(
      `Version ${answer.version} is published.${answer.moved > 0 ? ` Answers of ${answer.moved} ${answer.moved === 1 ? 'item' : 'items'} moved.` : ''}`,
      { tone: 'success' },
    );
  };
  const discard = async (): Promise<void> => {
    if (
      !(await confirm({
        title: 'Discard the draft?',
        text: 'The builder goes back to what is published. Nobody gets the draft back.',
        action: 'Discard',
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
  const differs = JSON.stringify(writtenForm(present)) !== published;

  return (
    <section className={classes['page']} aria-label="Form builder" onKeyDown={press}>
      <header className={classes['bar']}>
        <Group gap={6} wrap="nowrap" miw={0}>
          <Tooltip label="Back to the setup">
            <ActionIcon
              aria-label="Back to the setup"
              onClick={() => void navigate(`/t/${team.id}/p/${project.id}/setup/general`)}
            >
              <Icon name="back" />
            </ActionIcon>
          </Tooltip>
          <Segments
            aria-label="View"
            data={[
              { value: 'form', label: 'Form' },
              { value: 'code', label: 'Code' },
              { value: 'preview', label: 'Preview' },
              { value: 'readme', label: 'Readme' },
            ]}
            value={view}
            onChange={next => setView(next)}
          />
          <Tooltip label="Undo (Ctrl+Z)">
            <ActionIcon aria-label="Undo" disabled={!hasPast} onClick={() => store.undo()}>
              <Icon name="undo" />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Redo (Ctrl+Shift+Z)">
            <ActionIcon aria-label="Redo" disabled={!hasFuture} onClick={() => store.redo()}>
              <Icon name="redo" />
            </ActionIcon>
          </Tooltip>
          <SaveState saving={saving} version={version} draft={differs} />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={() => setOpen('templates')}>
            Templates
          </Button>
          <Menu position="bottom-end" width={210}>
            <Menu.Target>
              <ActionIcon aria-label="More">
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="upload" />} onClick={() => setOpen('import')}>
                Import
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="download" />}
                onClick={() => downloadJson(`${project.name} form.json`, exported(present))}
              >
                Export
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<Icon name="history" />} onClick={() => setOpen('versions')}>
                Versions
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="restore" />}
                disabled={revision === 0 && !unsaved}
                onClick={() => void discard()}
              >
                Discard the draft
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button variant="default" disabled={!unsaved} onClick={() => void save()}>
            Save draft
          </Button>
          <Tooltip
            label={
              wrong
                ? 'Mend the problems first'
                : differs
                  ? 'Everybody fills in this form from then on'
                  : 'This is what is published'
            }
          >
            <Button
              loading={checking}
              disabled={wrong || !differs || (empty && version === undefined)}
              onClick={() => void askToPublish()}
            >
              Publish
            </Button>
          </Tooltip>
        </Group>
      </header>
      {saving.conflict === undefined ? undefined : (
        <Alert mx={20} mb={8} p="xs" color="yellow" role="alert">
          {saving.conflict.by ?? 'Somebody'} changed this form meanwhile
          {saving.conflict.at === undefined ? '' : `, ${longDate(saving.conflict.at)}`}. What you did is still here.
          <Group gap="xs" mt={6}>
            <Button size="compact-xs" variant="default" onClick={() => void saving.takeTheirs()}>
              Load theirs
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => void saving.overwrite()}>
              Save mine over it
            </Button>
          </Group>
        </Alert>
      )}
      {view === 'form' ? (
        <div className={classes['desk']}>
          <Palette store={store} />
          <Canvas store={store} />
          <PropertiesPanel store={store} secrets={secrets} />
        </div>
      ) : undefined}
      {view === 'code' ? (
        <CodeView
          store={store}
          problems={scripts}
          onProblems={found => setScripts(before => ({ ...before, ...found }))}
        />
      ) : undefined}
      {view === 'preview' ? <PreviewView store={store} /> : undefined}
      {view === 'readme' ? <ReadmeView store={store} /> : undefined}
      <ProblemList
        problems={problems}
        onOpen={component => {
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
          toast(`Version ${number} is loaded. Publish it to bring it back.`);
        }}
      />
      <PublishDialog
        projectId={project.id}
        edited={publishing}
        onClose={() => setPublishing(undefined)}
        onPublish={publish}
      />
    </section>
  );
}

/** The form as a file: without the values of secure variables. */
function exported(edited: EditedForm): Record<string, unknown> {
  return writtenForm({
    ...edited,
    form: {
      ...edited.form,
      environments: edited.form.environments.map(each => (each.secure ? { ...each, value: '' } : each)),
    },
  });
}
