import { Alert, Button } from '@mantine/core';
import { Suspense, lazy } from 'react';
import type { JSX } from 'react';
import { ProblemList } from '#core/ui/web/index.ts';
import { addTransition, newTransition, removeStatus, removeTransition } from '../../common/workflow-draft.ts';
import { messages } from '../messages.ts';
import classes from '../workflow.module.css';
import { goToLine, JsonView } from './json-view.tsx';
import { placeOfProblem } from './problem-places.ts';
import { SaveDialog } from './save-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DesignerHeader } from './designer-header.tsx';
import { DesignerParts } from './designer-parts.tsx';
import type { DesignerProps } from './use-designer.ts';
import { useDesigner } from './use-designer.ts';
import { problemSummary } from './use-problems.ts';

const WorkflowGraph = lazy(() => import('../graph/workflow-graph.tsx'));

/** Builds a workflow: graph or JSON at the left, lists of the same at the right. */
export function Designer(props: DesignerProps): JSX.Element {
  const state = useDesigner(props);
  const { saving, problems, changed, outdated, view, shown, field, write } = state;
  const { tab, setTab, chosen, choose, setChosen, simulation, edit, rebase, iconOf } = state;
  const { file } = state.draft.present;
  return (
    <>
      <DesignerHeader state={state} fixed={props.fixed} />
      {outdated && changed ? (
        <Alert mx={20} mb={8} p="xs" color="yellow">
          {messages.designer.somebodyElseChangedThis}{' '}
          <Button size="compact-xs" variant="default" onClick={rebase}>
            {messages.designer.loadTheirVersion}
          </Button>
        </Alert>
      ) : undefined}
      <div className={classes['designer']}>
        <div className={classes['main']}>
          {view === 'json' ? (
            <JsonView
              text={shown!}
              fixed={props.fixed}
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
            label={messages.useProblems.problems}
            summary={problemSummary(problems)}
            problems={problems.map(each => ({
              ...each,
              place: each.line === undefined ? each.path : messages.useProblems.line(each.line),
            }))}
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
        <DesignerParts state={state} statuses={props.statuses} roles={props.roles} onWords={props.onWords} />
      </div>
      <SaveDialog waiting={saving.waiting} onClose={saving.cancel} onSave={saving.confirm} />
      <ConflictDialog state={state} onWords={props.onWords} />
    </>
  );
}
