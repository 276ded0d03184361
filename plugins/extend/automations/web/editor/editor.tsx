import { Alert, Button, Text } from '@mantine/core';
import { Suspense, lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { ProblemList, toast, useLeaveQuestion, usePageName } from '#core/ui/web/index.ts';
import type { PipelineGraph, PipelineNode } from '../../common/pipeline.ts';
import { addNode, moveNodes, partOf, pasteNodes } from '../../common/pipeline-edits.ts';
import type { YamlProblem } from '../../common/pipeline-yaml.ts';
import { validatePipeline } from '../../common/validate-pipeline.ts';
import { layoutPipeline, NODE } from '../canvas/auto-layout.ts';
import type { CanvasSelection, CanvasView } from '../canvas/canvas-parts.ts';
import { nothingSelected, stepName } from '../canvas/canvas-parts.ts';
import { freePlace } from '../canvas/free-place.ts';
import { EditorKeys } from '../editor-keys.ts';
import { messages } from '../messages.ts';
import { EditorHeader } from './editor-header.tsx';
import { NodeSettings } from './node-settings.tsx';
import { Palette } from './palette.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TryDialog } from './try-dialog.tsx';
import { useCopyKeys } from './use-copy-keys.ts';
import type { PipelineDraft, SavedPipeline } from './use-pipeline-draft.ts';
import { usePipelineDraft } from './use-pipeline-draft.ts';
import { useSavePipeline } from './use-save-pipeline.ts';
import { useTeamData } from './use-team-data.ts';
import { useTypedYaml } from './use-typed-yaml.ts';
import { VersionsDialog } from './versions-dialog.tsx';
import { YamlPanel } from './yaml-panel.tsx';
import classes from './editor.module.css';

const PipelineCanvas = lazy(() => import('../canvas/pipeline-canvas.tsx'));

interface EditorProps {
  /** The pipeline as the server has it now; it may change while it is open. */
  readonly current: SavedPipeline;
  readonly enabled: boolean | undefined;
  readonly onEnable: (enabled: boolean) => void;
}

/** Refuses edits that would replace YAML that can’t be read. */
function heldBy({ line }: YamlProblem, draft: PipelineDraft): PipelineDraft {
  const refuse = (): void => toast(messages.editor.yamlCannotBeRead(line), { tone: 'error' });
  return { ...draft, edit: refuse, editGraph: refuse, undo: refuse, redo: refuse };
}

const namesOf = (list: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<number, string> =>
  new Map(list.map(({ id, name }) => [id, name]));

/** Builds a pipeline: palette, canvas with YAML beside it, and the settings of what is selected. */
export function Editor({ current, enabled, onEnable }: EditorProps): JSX.Element {
  const team = useTeam();
  const navigate = useNavigate();
  const keys = useService(EditorKeys);
  const fixed = !useCan('ManagePipelines');
  const data = useTeamData();
  const names = useMemo(
    () => ({ customAction: namesOf(data.actions), customEvent: namesOf(data.events) }),
    [data.actions, data.events],
  );
  const stored = usePipelineDraft(current);
  const { graph } = stored.present;
  const typed = useTypedYaml(stored.present);
  const draft = typed.problem === undefined ? stored : heldBy(typed.problem, stored);
  const [selection, setSelection] = useState<CanvasSelection>(nothingSelected);
  const [yaml, setYaml] = useState(false);
  const [dialog, setDialog] = useState<'try' | 'versions' | 'secret'>();
  const [created, setCreated] = useState<number>();
  const view = useRef<CanvasView | undefined>(undefined);
  const saving = useSavePipeline(draft, setCreated);
  const problems = useMemo(() => {
    const known = data.statuses.length === 0 ? {} : { statuses: new Set(data.statuses) };
    const found = validatePipeline(graph, known);
    return [
      ...found,
      ...(draft.present.name.trim() === '' ? [{ message: messages.editor.pipelineHasNoName }] : []),
      ...(typed.problem === undefined ? [] : [{ message: messages.editor.yamlCannotBeRead(typed.problem.line) }]),
    ];
  }, [graph, draft.present.name, data.statuses, typed.problem]);
  const canSave = (draft.dirty || draft.saved.id === undefined) && problems.length === 0;
  usePageName(draft.saved.id === undefined ? undefined : draft.saved.name);
  useLeaveQuestion((draft.dirty || typed.problem !== undefined) && created === undefined && !fixed);
  useEffect(() => {
    if (created !== undefined) void navigate(`/t/${team.id}/automations/${created}`, { replace: true });
  }, [created, navigate, team.id]);

  const editGraph =
    fixed || typed.problem !== undefined
      ? undefined
      : (next: PipelineGraph, series?: string): void => {
          if (next !== graph) draft.editGraph(next, series);
        };
  const layout = (): void => draft.editGraph(moveNodes(graph, layoutPipeline(graph)));
  const add = (kind: PipelineNode['kind'], type: string): void => {
    const at = view.current?.middle() ?? { x: 200, y: 200 };
    const corner = { x: at.x - NODE.width / 2, y: at.y - NODE.height / 2 };
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const next = addNode(graph, kind, type, freePlace(graph.nodes, corner, NODE), timeZone);
    if (next === graph) {
      toast(messages.editor.pipelineCanHave50Nodes, { tone: 'error' });
      return;
    }
    draft.editGraph(next);
    setSelection({ nodes: new Set([next.nodes.at(-1)!.id]), edges: new Set() });
  };
  useEffect(() => {
    const showAll = (): void => view.current?.showAll();
    if (fixed) return keys.give({ showAll });
    return keys.give({
      showAll,
      duplicate: () => {
        if (selection.nodes.size === 0) return;
        const copied = pasteNodes(graph, partOf(graph, selection.nodes));
        if (copied.ids.size === 0) return toast(messages.editor.pipelineCanHave50Nodes, { tone: 'error' });
        draft.editGraph(copied.graph);
        setSelection({ nodes: copied.ids, edges: new Set() });
      },
      toggleEnabled: draft.saved.id === undefined || enabled === undefined ? undefined : () => onEnable(!enabled),
      save: () => {
        if (canSave) saving.save();
        else if (problems.length > 0) toast(messages.editor.fixTheProblemsFirst, { tone: 'error' });
      },
      undo: draft.undo,
      redo: draft.redo,
      layout,
      tryOut: () => setDialog('try'),
    });
  });
  useCopyKeys(graph, selection, fixed ? undefined : draft.editGraph, setSelection);
  const keepView = useCallback((given: CanvasView) => {
    view.current = given;
  }, []);
  const selected = selection.nodes.size === 1 ? graph.nodes.find(each => selection.nodes.has(each.id)) : undefined;
  const outdated =
    current.version !== undefined && draft.saved.version !== undefined && current.version > draft.saved.version;

  return (
    <>
      <EditorHeader
        draft={draft}
        fixed={fixed}
        enabled={draft.saved.id === undefined ? undefined : enabled}
        yaml={yaml}
        busy={saving.busy}
        canSave={canSave}
        canTry={problems.length === 0}
        onEnable={onEnable}
        onYaml={setYaml}
        onLayout={layout}
        onVersions={() => setDialog('versions')}
        onSecret={() => setDialog('secret')}
        onTry={() => setDialog('try')}
        onSave={saving.save}
      />
      {outdated && !saving.busy ? (
        <Alert mx={20} mb={8} p="xs" color="yellow">
          {messages.editor.somebodyElseSavedVersion(current.version)}{' '}
          <Button size="compact-xs" variant="default" onClick={() => draft.reset(current)}>
            {messages.editor.loadIt}
          </Button>
        </Alert>
      ) : undefined}
      <div className={classes['editor']} data-fixed={fixed}>
        {fixed ? undefined : <Palette plugins={data.plugins} onAdd={add} />}
        <div className={classes['main']}>
          <div className={classes['views']}>
            <Suspense fallback={<div style={{ flex: 1 }} aria-busy />}>
              <PipelineCanvas
                graph={graph}
                problems={problems}
                selection={selection}
                names={names}
                onSelect={setSelection}
                onChange={editGraph}
                onView={keepView}
              />
            </Suspense>
            {yaml ? (
              <YamlPanel
                file={draft.present}
                typed={typed}
                onChange={fixed ? undefined : file => stored.edit(file, 'yaml')}
              />
            ) : undefined}
          </div>
          <ProblemList
            label={messages.editor.problems}
            summary={messages.editor.problemsToFixBeforeSaving(problems.length)}
            problems={problems.map(each => ({ ...each, severity: 'error', place: stepName(graph, each.node, names) }))}
            onOpen={({ node }) => {
              if (node === undefined) {
                if (typed.problem !== undefined) setYaml(true);
                return;
              }
              setSelection({ nodes: new Set([node]), edges: new Set() });
              view.current?.show(node);
            }}
          />
        </div>
        <aside className={classes['side']} aria-label={messages.editor.settings} tabIndex={-1}>
          {selected === undefined ? (
            <Text c="var(--loupe-muted)">
              {selection.nodes.size > 1
                ? messages.editor.countNodesAreSelected(selection.nodes.size)
                : messages.editor.selectAnEventOrAction}
            </Text>
          ) : (
            <NodeSettings
              graph={graph}
              node={selected}
              problems={problems}
              data={data}
              pipelineId={current.id}
              onChange={editGraph}
            />
          )}
        </aside>
      </div>
      <TryDialog
        opened={dialog === 'try'}
        graph={graph}
        pipelineId={draft.dirty || enabled !== true ? undefined : draft.saved.id}
        projects={data.projects}
        onClose={() => setDialog(undefined)}
      />
      {draft.saved.id === undefined ? undefined : (
        <>
          <VersionsDialog
            opened={dialog === 'versions'}
            pipelineId={draft.saved.id}
            present={draft.present}
            onLoad={stored.edit}
            onClose={() => setDialog(undefined)}
          />
          <SecretDialog opened={dialog === 'secret'} pipelineId={draft.saved.id} onClose={() => setDialog(undefined)} />
        </>
      )}
    </>
  );
}
