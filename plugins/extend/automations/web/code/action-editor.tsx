import { Anchor, Button, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import type { SourceProblem } from '#core/code-editor/web/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  Icon,
  PageHeader,
  toast,
  toastError,
  useLeaveQuestion,
  useOnceAtATime,
  usePageName,
} from '#core/ui/web/index.ts';
import type { CodeProblem, StoredTask } from '../../common/actions-api.ts';
import { isOrigin, isPackage } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { useTeamData } from '../editor/use-team-data.ts';
import { messages } from '../messages.ts';
import { filesOf, withText } from './action-files.ts';
import { ActionSettings } from './action-settings.tsx';
import classes from './code.module.css';
import { ActionVersions } from './action-versions.tsx';
import { DeployDialog } from './deploy-dialog.tsx';
import { FileTabs } from './file-tabs.tsx';
import { SourceEditor } from './source-editor.tsx';
import { TestDialog } from './test-dialog.tsx';
import { TestsDialog } from './tests-dialog.tsx';

/** Edits, tests and deploys a custom action. */
export function ActionEditor({ task }: { readonly task: StoredTask }): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const manages = useCan('ManagePipelines');
  const queries = useQueryClient();
  const { projects } = useTeamData();
  const [saved, setSaved] = useState(task);
  const [name, setName] = useState(task.name);
  const [description, setDescription] = useState(task.description);
  const [draft, setDraft] = useState(task.draft);
  const [typed, setTyped] = useState<readonly SourceProblem[]>([]);
  const [built, setBuilt] = useState<readonly CodeProblem[]>([]);
  const [place, setPlace] = useState<{ readonly line: number; readonly column: number }>();
  const [dialog, setDialog] = useState<'test' | 'tests' | 'deploy' | 'versions'>();
  const dirty =
    name.trim() !== saved.name ||
    description !== saved.description ||
    JSON.stringify(draft) !== JSON.stringify(saved.draft);
  usePageName(saved.name);
  useLeaveQuestion(dirty && manages);
  const files = useMemo(() => filesOf(draft), [draft]);
  const [chosen, setShown] = useState('');
  const shown = files.some(each => each.name === chosen) ? chosen : files[0]!.name;
  const errors = [
    ...typed.filter(each => each.severity === 'error'),
    ...built.map(({ file, ...rest }) => ({ ...rest, name: file })),
  ];
  const valid = name.trim() !== '' && draft.hosts.every(isOrigin) && draft.packages.every(isPackage);

  const keep = (next: StoredTask): StoredTask => {
    setSaved(next);
    queries.setQueryData([...automationsKey(team.id), 'action', task.id], next);
    void queries.invalidateQueries({ queryKey: [...automationsKey(team.id), 'actions'] });
    return next;
  };
  const put = async (revision: number): Promise<StoredTask> =>
    keep(
      await actions.saveCustomTask({
        params: { custom_task_id: task.id },
        body: { name, description, draft, revision },
      }),
    );
  /** Returns undefined when somebody else's draft is left as it is. */
  const save = async (): Promise<StoredTask | undefined> => {
    try {
      return await put(saved.revision);
    } catch (error) {
      const newer = isFault(error) && error.code === 'CONFLICT' ? (error.details as { revision: number }) : undefined;
      if (newer === undefined) throw error;
      const sure = await confirm({
        title: messages.actionEditor.changedBySomebodyElse,
        text: messages.actionEditor.saveOver,
        action: messages.actionEditor.saveMine,
      });
      return sure ? put(newer.revision) : undefined;
    }
  };
  const open = ({ name: file, line, column }: Pick<SourceProblem, 'name' | 'line' | 'column'>): void => {
    setDialog(undefined);
    setShown(file);
    setPlace({ line, column });
  };
  const refused = (error: Error): void => {
    const problems =
      isFault(error) && error.code === 'CODE_INVALID'
        ? (error.details as { problems: readonly CodeProblem[] }).problems
        : [];
    setBuilt(problems);
    // A message would lie over the list that says the same.
    if (problems.length === 0) toastError(error);
    else open({ ...problems[0]!, name: problems[0]!.file });
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: stored => {
      if (stored !== undefined) toast(messages.actionEditor.savedDraft, { tone: 'success' });
    },
    onError: refused,
  });
  const deployment = useMutation({
    mutationFn: async () => {
      const stored = dirty ? await save() : saved;
      if (stored === undefined) return undefined;
      const put = (despite_tests: boolean): Promise<StoredTask> =>
        actions.deployCustomTask({
          params: { custom_task_id: task.id },
          body: { revision: stored.revision, despite_tests },
        });
      return put(false).catch(async (error: unknown) => {
        if (!isFault(error) || error.code !== 'TESTS_FAILED') throw error;
        const sure = await confirm({
          title: messages.actionEditor.testsFail,
          text: error.message,
          action: messages.actionEditor.deployAnyway,
          danger: true,
        });
        return sure ? put(true) : undefined;
      });
    },
    onSuccess: deployed => {
      if (deployed === undefined) return;
      keep(deployed);
      setDialog(undefined);
      toast(messages.actionEditor.deployed(deployed.deployed!), { tone: 'success' });
    },
    onError: refused,
  });
  const busy = saving.isPending || deployment.isPending;
  const saveDraft = useOnceAtATime(saving);
  const deploy = useOnceAtATime(deployment);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
    event.preventDefault();
    if (manages && dirty && valid && !busy) saveDraft();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <PageHeader title={saved.name}>
        <Anchor component={Link} to={`/t/${team.id}/automations/actions`} size="sm">
          {messages.actionEditor.allActions}
        </Anchor>
        <Text size="sm" c="var(--loupe-muted)" role="status">
          {dirty ? messages.actionEditor.unsaved : stateOf(saved)}
        </Text>
        {manages ? (
          <>
            {saved.deployed === null ? undefined : (
              <Button variant="subtle" onClick={() => setDialog('versions')}>
                {messages.shared.versions}
              </Button>
            )}
            <Button variant="default" disabled={!dirty || !valid} loading={busy} onClick={() => saveDraft()}>
              {messages.actionEditor.saveDraft}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="play" size={14} />}
              disabled={errors.length > 0 || !valid}
              onClick={() => setDialog('test')}
            >
              {messages.actionEditor.test}
            </Button>
            <Button variant="default" disabled={errors.length > 0 || !valid} onClick={() => setDialog('tests')}>
              {messages.actionEditor.savedTests}
            </Button>
            <Button
              disabled={errors.length > 0 || !valid || (!dirty && !saved.draft_differs)}
              onClick={() => setDialog('deploy')}
            >
              {messages.actionEditor.deploy}
            </Button>
          </>
        ) : undefined}
      </PageHeader>
      <div className={classes['page']}>
        <aside className={classes['settings']}>
          <TextInput
            label={messages.actionEditor.nameOfTheAction}
            pb="md"
            maxLength={120}
            disabled={!manages}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <ActionSettings
            description={description}
            draft={draft}
            disabled={!manages}
            onDescription={setDescription}
            onChange={setDraft}
          />
        </aside>
        <div className={classes['main']}>
          <FileTabs
            interpreter={draft.interpreter}
            names={files.map(each => each.name)}
            shown={shown}
            onShow={setShown}
            onChange={
              manages
                ? {
                    add: added => setDraft(now => ({ ...now, files: [...now.files, { name: added, text: '' }] })),
                    remove: gone => setDraft(now => ({ ...now, files: now.files.filter(each => each.name !== gone) })),
                  }
                : undefined
            }
          />
          <SourceEditor
            files={files}
            packages={draft.packages}
            shown={shown}
            readOnly={!manages}
            place={place}
            onChange={(changed, text) => {
              setBuilt([]);
              setDraft(now => withText(now, changed, text));
            }}
            onProblems={setTyped}
          />
          <section
            className={classes['problems']}
            aria-label={messages.actionEditor.problems}
            aria-live={built.length === 0 ? 'off' : 'assertive'}
          >
            {errors.length === 0 ? <Text c="var(--loupe-muted)">{messages.actionEditor.noProblems}</Text> : undefined}
            {errors.map(each => (
              <UnstyledButton
                key={`${each.name} ${each.line} ${each.column} ${each.message}`}
                className={classes['problem']!}
                c="var(--loupe-danger)"
                onClick={() => open(each)}
              >
                {files.length === 1
                  ? messages.actionEditor.line(each.line, each.message)
                  : messages.actionEditor.lineOf(each.name, each.line, each.message)}
              </UnstyledButton>
            ))}
          </section>
        </div>
      </div>
      {dialog === 'test' ? (
        <TestDialog
          task={saved}
          draft={draft}
          projects={projects}
          onRefused={refused}
          onClose={() => setDialog(undefined)}
        />
      ) : undefined}
      {dialog === 'tests' ? (
        <TestsDialog task={saved} draft={draft} onRefused={refused} onClose={() => setDialog(undefined)} />
      ) : undefined}
      {dialog === 'versions' ? (
        <ActionVersions taskId={task.id} onLoad={setDraft} onClose={() => setDialog(undefined)} />
      ) : undefined}
      {dialog === 'deploy' ? (
        <DeployDialog
          task={saved}
          draft={draft}
          busy={busy}
          onDeploy={() => deploy()}
          onClose={() => setDialog(undefined)}
        />
      ) : undefined}
    </>
  );
}

/** Returns how far an action is deployed, for people. */
export function stateOf({
  deployed,
  draft_differs,
}: {
  readonly deployed: number | null;
  readonly draft_differs: boolean;
}): string {
  if (deployed === null) return messages.actionEditor.notDeployed;
  return draft_differs ? messages.actionEditor.draftDiffers(deployed) : messages.actionEditor.version(deployed);
}
