import { ActionIcon, Button, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Panel, usePanels } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { addTransition, changeTransition, newTransition, removeTransition } from '../../common/workflow-draft.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import type { Chosen } from '../graph/graph-parts.ts';
import { messages } from '../messages.ts';
import classes from '../workflow.module.css';
import { TransitionForm } from './transition-form.tsx';

interface TransitionListProps {
  readonly file: WorkflowFile;
  /** Name of the stored workflow; undefined before it is saved. */
  readonly workflow: string | undefined;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  /** Absent when the workflow is only looked at. */
  readonly onChange?: ((file: WorkflowFile, series?: string) => void) | undefined;
}

/**
 * Transitions as a list, the chosen one opened as a form: the same as the arrows of the graph, for the keyboard and for
 * screen readers.
 */
export function TransitionList({ file, workflow, chosen, onChoose, onChange }: TransitionListProps): JSX.Element {
  const panels = usePanels('workflow.transition');
  const open = chosen !== undefined && 'transition' in chosen ? chosen.transition : undefined;
  const add = (): void => {
    const picked = chosen !== undefined && 'status' in chosen ? chosen.status : undefined;
    // A status nothing leads to yet is where the next transition goes.
    const lonely =
      picked !== undefined && picked !== file.start_status && !file.transitions.some(each => each.to === picked)
        ? picked
        : undefined;
    const from = lonely === undefined ? (picked ?? file.start_status) : file.start_status;
    const to =
      lonely ??
      file.statuses.find(
        each => each !== from && !file.transitions.some(other => other.from === from && other.to === each),
      ) ??
      file.statuses.find(each => each !== from) ??
      '';
    onChange?.(addTransition(file, newTransition(file, from, to)));
    onChoose({ transition: file.transitions.length });
  };
  return (
    <div className={classes['stack']}>
      {onChange === undefined ? undefined : (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="var(--loupe-muted)">
            {messages.transitionList.dragFromTheDot}
          </Text>
          <Button
            style={{ flex: 'none' }}
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            disabled={file.statuses.length < 2}
            onClick={add}
          >
            {messages.transitionList.addTransition}
          </Button>
        </Group>
      )}
      <ul className={classes['rows']} aria-label={messages.transitionList.transitionsOfTheWorkflow}>
        {file.transitions.map((transition, at) => (
          // Transitions have no names of their own that stay: their place is what they are known by.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} data-chosen={at === open} className={classes['rowBlock']}>
            <div className={classes['row']} data-chosen={at === open}>
              <button
                type="button"
                className={classes['rowMain']}
                aria-expanded={at === open}
                onClick={() => onChoose(at === open ? undefined : { transition: at })}
              >
                <span className={classes['rowText']}>
                  <span className={classes['rowName']}>
                    {transition.name === '' ? messages.transitionList.withoutAName : transition.name}
                  </span>
                  <Text span size="sm" c="var(--loupe-muted)" truncate>
                    {transition.from} → {transition.to} ·{' '}
                    {transition.allowed_roles.join(', ') || messages.transitionList.nobody}
                  </Text>
                </span>
                <Icon name={at === open ? 'up' : 'down'} size={14} />
              </button>
              {onChange === undefined ? undefined : (
                <Tooltip label={messages.shared.delete}>
                  <ActionIcon
                    aria-label={messages.transitionList.deleteNameFromTo(
                      transition.name,
                      transition.from,
                      transition.to,
                    )}
                    onClick={() => {
                      onChange(removeTransition(file, at));
                      onChoose(undefined);
                    }}
                  >
                    <Icon name="trash" />
                  </ActionIcon>
                </Tooltip>
              )}
            </div>
            {at === open ? (
              <TransitionForm
                file={file}
                transition={transition}
                onChange={
                  onChange === undefined
                    ? undefined
                    : (next, series) =>
                        onChange(changeTransition(file, at, next), series === undefined ? undefined : `${series} ${at}`)
                }
              />
            ) : undefined}
            {at !== open || workflow === undefined
              ? undefined
              : panels.map(panel => (
                  <div key={`${panel.plugin} ${panel.name}`} className={classes['form']}>
                    <Panel panel={panel} context={{ workflow, transition: transition.name }} />
                  </div>
                ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
