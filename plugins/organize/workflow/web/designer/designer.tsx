import { ActionIcon, Alert, Button, Group, Menu, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { Suspense, lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, downloadJson, Icon, Modal, Segments, toast, Tooltip } from '#core/ui/web/index.ts';
import { useLeaveQuestion } from '#plugins/workspace/projects/web/kit/index.ts';
import type { TeamRoleRow, TeamStatus } from '../../common/vocabulary-api.ts';
import {
  addRole,
  addStatus,
  addTransition,
  newTransition,
  removeStatus,
  removeTransition,
} from '../../common/workflow-draft.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { workflowFile } from '../../common/workflow-file.ts';
import { beginSimulation } from '../../common/workflow-simulation.ts';
import type { Chosen } from '../graph/graph-parts.ts';
import { RoleDialog } from '../role-dialog.tsx';
import { StatusDialog } from '../status-dialog.tsx';
import { iconIdOf } from '../status-icon.tsx';
import classes from '../workflow.module.css';
import { DesignerKeys } from './designer-keys.ts';
import { goToLine, JsonView } from './json-view.tsx';
import type { DesignerTab } from './problem-places.ts';
import { placeOfProblem } from './problem-places.ts';
import { ProblemList } from './problem-list.tsx';
import { RoleList } from './role-list.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SimulatePanel } from './simulate-panel.tsx';
import { StatusList } from './status-list.tsx';
import { TransitionList } from './transition-list.tsx';
import type { StoredWorkflow } from './use-draft.ts';
import { useDraft } from './use-draft.ts';
import { useProblems } from './use-problems.ts';
import { useSave } from './use-save.ts';

const WorkflowGraph = lazy(() => import('../graph/workflow-graph.tsx'));
const TABS: readonly (readonly [DesignerTab, string])[] = [
  ['statuses', 'Statuses'],
  ['transitions', 'Transitions'],
  ['roles', 'Roles'],
  ['simulate', 'Simulate'],
];

interface DesignerProps {
  /** The workflow as the server has it now; it may change while it is open. */
  readonly current: StoredWorkflow;
  readonly statuses: readonly TeamStatus[];
  readonly roles: readonly TeamRoleRow[];
  /** Built-in workflows are only looked at. */
  readonly fixed: boolean;
  /** Asks the server for words that were just made. */
  readonly onWords: () => Promise<unknown>;
}

/** Builds a workflow: graph or JSON at the left, lists of the same at the right. */
export function Designer({ current, statuses, roles, fixed, onWords }: DesignerProps): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  const keys = useService(DesignerKeys);
  const draft = useDraft(current);
  const { present, dirty, stored } = draft;
  const { file } = present;
  const [view, setView] = useState<'graph' | 'json'>('graph');
  const [text, setText] = useState<string>();
  const [nameLeft, setNameLeft] = useState(false);
  const [tab, setTab] = useState<DesignerTab>('statuses');
  const [chosen, setChosen] = useState<Chosen>();
  const [simulation, setSimulation] = useState(() => beginSimulation(current.file));
  const [making, setMaking] = useState<'status' | 'role'>();
  const [made, setMade] = useState<number>();
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = view === 'json' ? (text ?? jsonOf(file)) : undefined;
  const problems = useProblems(present, statuses, roles, shown);
  const wrong = problems.some(each => !each.odd);
  const saving = useSave(draft, statuses, setMade);
  // Text that can not be read as a workflow is in no draft yet.
  const unread = text !== undefined && !workflowFile.safeParse(valueOf(text)).success;
  const changed = dirty || unread;
  useLeaveQuestion(changed && made === undefined);

  useEffect(() => {
    if (made !== undefined) void navigate(`/t/${team.id}/workflows/${made}`, { replace: true });
  }, [made, navigate, team.id]);
  const outdated = current.version !== stored.version && !saving.busy && saving.waiting === undefined;
  const follow = useEffectEvent(() => {
    if (outdated && !changed) draft.rebase(current);
  });
  useEffect(() => follow(), [outdated, changed, current]);

  const step = (move: () => void): void => {
    setText(undefined);
    move();
  };
  useEffect(() => {
    if (fixed) return undefined;
    return keys.give({
      save: () => {
        if (changed && !wrong) void saving.save();
        else if (wrong) toast('Mend the problems first.', { tone: 'error' });
      },
      undo: () => step(draft.undo),
      redo: () => step(draft.redo),
    });
  });

  const edit = fixed ? undefined : (next: WorkflowFile, series?: string): void => draft.edit({ file: next }, series);
  const choose = (next: Chosen): void => {
    setChosen(next);
    if (next !== undefined && tab !== 'simulate') setTab('status' in next ? 'statuses' : 'transitions');
  };
  const write = (next: string): void => {
    const parsed = workflowFile.safeParse(valueOf(next));
    setText(parsed.success && jsonOf(parsed.data) === next ? undefined : next);
    if (parsed.success) draft.edit({ file: parsed.data }, 'json');
  };
  const show = async (next: 'graph' | 'json'): Promise<void> => {
    if (
      unread &&
      !(await confirm({
        title: 'Leave the JSON as it is?',
        text: 'The text can’t be read as a workflow. What you wrote since it could is dropped.',
        action: 'Drop it',
        danger: true,
      }))
    )
      return;
    setText(undefined);
    setView(next);
  };
  const iconOf = (name: string): number | null => iconIdOf(statuses.find(each => each.name === name));

  return (
    <>
      <Group px={20} py={8} gap="xs" wrap="nowrap" justify="space-between" component="header">
        <Group gap="xs" wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
          <Tooltip label="All workflows">
            <ActionIcon aria-label="All workflows" onClick={() => void navigate(`/t/${team.id}/setup/workflows`)}>
              <Icon name="back" />
            </ActionIcon>
          </Tooltip>
          <h1
            className="mantine-visually-hidden"
            style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
          >
            {present.name === '' ? 'New workflow' : present.name}
          </h1>
          {fixed ? (
            <Text fw={600} truncate>
              {present.name}
            </Text>
          ) : (
            <>
              <TextInput
                aria-label="Name"
                placeholder="Name of the workflow"
                w={240}
                maxLength={100}
                value={present.name}
                error={nameLeft && present.name.trim() === ''}
                onBlur={() => setNameLeft(true)}
                onChange={event => draft.edit({ name: event.currentTarget.value }, 'name')}
              />
              <TextInput
                aria-label="Description"
                placeholder="Description"
                style={{ flex: 1, minWidth: 80, maxWidth: 420 }}
                maxLength={2000}
                value={present.description}
                onChange={event => draft.edit({ description: event.currentTarget.value }, 'description')}
              />
            </>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Segments
            aria-label="View"
            data={[
              { value: 'graph', label: 'Graph' },
              { value: 'json', label: 'JSON' },
            ]}
            value={view}
            onChange={next => void show(next)}
          />
          {fixed ? (
            <Text size="sm" c="var(--loupe-muted)">
              Built in. Duplicate it to change it.
            </Text>
          ) : (
            <>
              <Tooltip label="Undo (Ctrl+Z)">
                <ActionIcon
                  aria-label="Undo"
                  disabled={draft.history.past.length === 0}
                  onClick={() => step(draft.undo)}
                >
                  <Icon name="undo" />
                </ActionIcon>
              </Tooltip>
              <Tooltip label="Redo (Ctrl+Shift+Z)">
                <ActionIcon
                  aria-label="Redo"
                  disabled={draft.history.future.length === 0}
                  onClick={() => step(draft.redo)}
                >
                  <Icon name="redo" />
                </ActionIcon>
              </Tooltip>
            </>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label="More">
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<Icon name="download" />}
                onClick={() => downloadJson(`${present.name || 'workflow'}.json`, file)}
              >
                Download JSON
              </Menu.Item>
              {fixed || !changed || stored.id === undefined ? undefined : (
                <Menu.Item
                  leftSection={<Icon name="restore" />}
                  onClick={() => {
                    setText(undefined);
                    draft.rebase(current);
                  }}
                >
                  Discard changes
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          {fixed ? undefined : (
            <Button loading={saving.busy} disabled={!changed || wrong} onClick={() => void saving.save()}>
              Save
            </Button>
          )}
        </Group>
      </Group>
      {outdated && changed ? (
        <Alert mx={20} mb={8} p="xs" color="yellow">
          Somebody else changed this workflow meanwhile. Saving asks what is to hold.{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              setText(undefined);
              draft.rebase(current);
            }}
          >
            Load their version
          </Button>
        </Alert>
      ) : undefined}
      <div className={classes['designer']}>
        <div className={classes['main']}>
          {view === 'json' ? (
            <JsonView
              text={shown!}
              fixed={fixed}
              field={field}
              marked={new Set(problems.flatMap(each => each.line ?? []))}
              onChange={write}
            />
          ) : (
            <Suspense fallback={<div style={{ flex: 1 }} aria-busy />}>
              <WorkflowGraph
                file={file}
                iconOf={iconOf}
                chosen={chosen}
                here={tab === 'simulate' ? simulation.status : undefined}
                onChoose={choose}
                {...(edit === undefined
                  ? {}
                  : {
                      onConnect: (from: string, to: string) => {
                        edit(addTransition(file, newTransition(file, from, to)));
                        choose({ transition: file.transitions.length });
                      },
                      onDelete: (gone: readonly string[], cut: readonly number[]) => {
                        const left = cut.toSorted((one, other) => other - one).reduce(removeTransition, file);
                        edit(gone.reduce(removeStatus, gone.length > 0 ? file : left));
                        setChosen(undefined);
                      },
                    })}
              />
            </Suspense>
          )}
          <ProblemList
            problems={problems}
            onOpen={({ path, line }) => {
              if (line !== undefined) {
                goToLine(field.current, line);
                return;
              }
              const place = placeOfProblem(file, path);
              setTab(place.tab);
              setChosen(place.chosen);
            }}
          />
        </div>
        <aside className={classes['side']} aria-label="Parts of the workflow">
          <Tabs
            value={tab}
            onChange={next => {
              setTab(next as DesignerTab);
              if (next === 'simulate') setSimulation(beginSimulation(file));
            }}
            style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
          >
            <Tabs.List grow>
              {TABS.map(([name, title]) => (
                <Tabs.Tab key={name} value={name} px={6}>
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={tab} className={classes['panel']!} tabIndex={0}>
              {tab === 'statuses' ? (
                <StatusList
                  file={file}
                  known={statuses.map(each => each.name)}
                  iconOf={iconOf}
                  chosen={chosen}
                  onChoose={setChosen}
                  onChange={edit}
                  onNew={() => setMaking('status')}
                />
              ) : undefined}
              {tab === 'transitions' ? (
                <TransitionList file={file} chosen={chosen} onChoose={setChosen} onChange={edit} />
              ) : undefined}
              {tab === 'roles' ? (
                <RoleList
                  file={file}
                  known={roles.filter(each => !each.isAdmin).map(each => each.name)}
                  onChange={edit}
                  onNew={() => setMaking('role')}
                />
              ) : undefined}
              {tab === 'simulate' ? (
                <SimulatePanel file={file} simulation={simulation} onChange={setSimulation} />
              ) : undefined}
            </Tabs.Panel>
          </Tabs>
        </aside>
      </div>
      <SaveDialog waiting={saving.waiting} onClose={saving.cancel} onSave={saving.confirm} />
      <StatusDialog
        opened={making === 'status'}
        word={undefined}
        all={statuses}
        used={undefined}
        onClose={() => setMaking(undefined)}
        onSaved={saved => {
          setMaking(undefined);
          void onWords().then(() => edit?.(addStatus(file, saved.name)));
        }}
      />
      <RoleDialog
        opened={making === 'role'}
        word={undefined}
        all={roles}
        used={undefined}
        onClose={() => setMaking(undefined)}
        onSaved={saved => {
          setMaking(undefined);
          void onWords().then(() => edit?.(addRole(file, saved.name)));
        }}
      />
      <Modal
        opened={saving.newer !== undefined}
        onClose={saving.forgetConflict}
        title="Changed by somebody else"
        size="sm"
      >
        <Stack gap="md">
          <Text>
            Somebody else saved this workflow since you opened it. Load their version and lose your changes, or save
            yours over it?
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={saving.forgetConflict}>
              Cancel
            </Button>
            <Button
              variant="default"
              onClick={() => {
                saving.forgetConflict();
                void onWords().then(() => draft.rebase(current));
              }}
            >
              Load theirs
            </Button>
            <Button color="red" onClick={() => void saving.overwrite()}>
              Save mine
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

const jsonOf = (file: WorkflowFile): string => JSON.stringify(file, undefined, 2);

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
