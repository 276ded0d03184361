import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import {
  errorText,
  Icon,
  Segments,
  StatusChip,
  toast,
  Tooltip,
  useLeaveQuestion,
  usePageName,
} from '#core/ui/web/index.ts';
import type { AppFiles, AppView } from '../../common/app.ts';
import { readManifest } from '../../common/read-manifest.ts';
import { SAMPLES_FILE } from '../../common/samples.ts';
import { AppKeys } from '../app-keys.ts';
import { stateWords } from '../app-words.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import { PermissionsView } from '../grant/permissions-view.tsx';
import { messages } from '../messages.ts';
import { AppDraft, useDraft } from './app-draft.ts';
import { AppSaving } from './app-saving.ts';
import { useIsPublished } from './use-is-published.ts';
import { CodeView } from './code-view.tsx';
import { DataView } from './data-view.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SettingsView } from './settings-view.tsx';
import { mayLose } from './stored-json.tsx';
import type { BuiltApp } from './use-app-build.ts';
import { useAppBuild } from './use-app-build.ts';
import { VersionsView } from './versions-view.tsx';

const views = [
  ['code', messages.workshop.code],
  ['settings', messages.workshop.settings],
  ['permissions', messages.shared.permissions],
  ['data', messages.workshop.data],
  ['versions', messages.workshop.versions],
] as const;
type ViewId = (typeof views)[number][0];

interface WorkshopProps {
  readonly initial: AppView & { readonly draft: { readonly files: AppFiles; readonly revision: number } };
}

/** The workshop of an app. Ctrl+S saves, Ctrl+B builds, Ctrl+Enter restarts the preview. */
export function Workshop({ initial }: WorkshopProps): JSX.Element {
  const { api } = useService(AppsClient);
  const keys = useService(AppKeys);
  const team = useTeam();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [app, setApp] = useState<AppView>(initial);
  const [typed, setTyped] = useState<readonly BundleProblem[]>([]);
  const [publishing, setPublishing] = useState<BuiltApp>();
  const [turn, setTurn] = useState(0);
  const params = { team_id: team.id, app_id: initial.id };
  const [draft] = useState(
    () => new AppDraft(initial.draft.files, initial.draft.revision, readManifest(initial.draft.files).manifest?.entry),
  );
  const [saving] = useState(
    () =>
      new AppSaving(draft, {
        store: async (files, revision) => (await api.saveApp({ params, body: { files, revision } })).revision,
        read: async () => (await api.getApp({ params })).draft,
      }),
  );
  const { files, saved } = useDraft(draft);
  const saveState = useSyncExternalStore(saving.subscribe, () => saving.state);
  const building = useAppBuild(files);
  const view: ViewId = views.find(([id]) => id === query.get('view'))?.[0] ?? 'code';
  const unsaved = files !== saved;
  const isPublished = useIsPublished(app, files);
  // Of the view that is shown: data or permissions.
  const [viewUnsaved, setViewUnsaved] = useState(false);
  usePageName(app.name);
  useLeaveQuestion(viewUnsaved || (unsaved && (saveState.failure !== undefined || saveState.conflict)));
  useEffect(() => saving.start(window), [saving]);

  const changed = (next: AppView): void => {
    setApp(next);
    void queries.invalidateQueries({ queryKey: [...appsKey(team.id), 'list'] });
    void queries.invalidateQueries({ queryKey: [...appsKey(team.id), 'versions', app.id] });
    void queries.invalidateQueries({ queryKey: [...appsKey(team.id), 'mounted'] });
  };
  const save = async (): Promise<void> => {
    if (await saving.save()) toast(messages.workshop.draftIsSaved, { tone: 'success' });
  };
  const rebuild = async (): Promise<void> => {
    const built = await building.build();
    if (built !== undefined) toast(messages.workshop.builtInCountMs(Math.round(built.milliseconds)));
  };
  const askToPublish = async (): Promise<void> => {
    if (draft.unsaved && !(await saving.save())) return;
    const built = await building.build();
    if (built === undefined) toast(messages.workshop.appCannotBeBuilt, { tone: 'error' });
    else setPublishing(built);
  };
  const publish = async (note: string): Promise<void> => {
    const { revision } = draft.state;
    if (publishing === undefined) return;
    const next = await api.publishApp({ params, body: { revision, code: publishing.code, note } });
    changed(next);
    setPublishing(undefined);
    const denied = publishing.manifest.capabilities.filter(each => !next.grant.capabilities.includes(each)).length;
    toast(
      messages.workshop.versionIsPublished(
        next.version,
        denied === 0 ? '' : messages.workshop.ofItsPermissionsNotAllowed(denied),
      ),
      {
        tone: 'success',
        ...(denied === 0
          ? {}
          : { action: { label: messages.shared.permissions, run: () => setQuery({ view: 'permissions' }) } }),
      },
    );
  };
  useEffect(() =>
    keys.give({
      saveApp: () => void save(),
      buildApp: () => void rebuild(),
      reloadApp: () => setTurn(before => before + 1),
    }),
  );
  const press = (event: KeyboardEvent): void => {
    // Commands are paused while somebody types, but these work there too.
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 's') void save();
    else if (key === 'b') void rebuild();
    else if (key === 'enter') setTurn(turn + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const state =
    saveState.failure !== undefined
      ? undefined
      : saveState.busy
        ? messages.workshop.saving
        : unsaved
          ? messages.workshop.notSavedYet
          : messages.workshop.draftSaved;
  return (
    <section className={classes['workshop']} aria-label={messages.workshop.appEditor} onKeyDownCapture={press}>
      <header className={classes['bar']}>
        <Group gap={8} wrap="nowrap" miw={0}>
          <Tooltip label={messages.workshop.backToTheApps}>
            <ActionIcon
              aria-label={messages.workshop.backToTheApps}
              onClick={() => void navigate(`/t/${team.id}/apps`)}
            >
              <Icon name="back" />
            </ActionIcon>
          </Tooltip>
          <Text component="h1" fw={600} truncate maw={220} title={app.name}>
            {readManifest(files).manifest?.name ?? app.name}
          </Text>
          <StatusChip {...stateWords[app.state]} />
          <Segments
            aria-label={messages.workshop.view}
            data={views.map(([value, label]) => ({ value, label }))}
            value={view}
            onChange={next =>
              void mayLose(
                viewUnsaved,
                view === 'permissions' ? messages.workshop.leaveWithoutSavingThePermissions : undefined,
              ).then(yes => {
                if (yes) setQuery(next === 'code' ? {} : { view: next });
              })
            }
          />
          {state === undefined ? (
            <Text size="sm" c="var(--loupe-danger)" role="alert">
              {messages.workshop.notSaved(errorText(saveState.failure))}{' '}
              <Button size="compact-xs" variant="subtle" onClick={() => void saving.save()}>
                {messages.workshop.tryAgain}
              </Button>
            </Text>
          ) : (
            <Text size="sm" c="var(--loupe-muted)" role="status" truncate>
              {app.version === null ? state : messages.workshop.versionState(app.version, state)}
            </Text>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" disabled={!unsaved} onClick={() => void save()}>
            {messages.workshop.saveDraft}
          </Button>
          <Tooltip
            label={
              isPublished ? messages.workshop.draftIsPublished(app.version!) : messages.workshop.whoeverMayOpenTheApp
            }
          >
            <Button
              data-disabled={isPublished}
              aria-disabled={isPublished}
              onClick={() => {
                if (!isPublished) void askToPublish();
              }}
            >
              {messages.workshop.publish}
            </Button>
          </Tooltip>
        </Group>
      </header>
      {saveState.conflict ? (
        <Alert mx={20} mb={8} p="xs" color="yellow" role="alert">
          {messages.workshop.somebodyChangedThisAppMeanwhile}
          <Group gap="xs" mt={6}>
            <Button size="compact-xs" variant="default" onClick={() => void saving.load(false)}>
              {messages.workshop.loadTheirs}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => void saving.load(true)}>
              {messages.shared.saveMineOverIt}
            </Button>
          </Group>
        </Alert>
      ) : undefined}
      {view === 'code' ? (
        <CodeView app={app} draft={draft} build={building} typed={typed} onTyped={setTyped} turn={turn} />
      ) : undefined}
      {view === 'settings' ? <SettingsView draft={draft} files={files} /> : undefined}
      {view === 'permissions' ? (
        <PermissionsView
          app={app}
          store={async () => {
            if (draft.unsaved) await saving.save();
          }}
          onChange={changed}
          onUnsaved={setViewUnsaved}
        />
      ) : undefined}
      {view === 'data' ? <DataView app={app} unsaved={viewUnsaved} onUnsaved={setViewUnsaved} /> : undefined}
      {view === 'versions' ? (
        <VersionsView
          app={app}
          files={files}
          onChange={changed}
          onLoad={theirs => {
            draft.replace({
              ...theirs,
              ...(files[SAMPLES_FILE] === undefined ? {} : { [SAMPLES_FILE]: files[SAMPLES_FILE] }),
            });
            setQuery({});
          }}
        />
      ) : undefined}
      <PublishDialog
        app={app}
        built={publishing}
        typed={typed}
        onClose={() => setPublishing(undefined)}
        onPublish={publish}
      />
    </section>
  );
}
