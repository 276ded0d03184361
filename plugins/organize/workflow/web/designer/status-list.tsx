import { ActionIcon, Button, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { addStatus, removeStatus } from '../../common/workflow-draft.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { visibleTo } from '../../common/workflow-file.ts';
import type { Chosen } from '../graph/graph-parts.ts';
import { messages } from '../messages.ts';
import { StatusIcon } from '../status-icon.tsx';
import classes from '../workflow.module.css';

interface StatusListProps {
  readonly file: WorkflowFile;
  /** Names of all statuses of the team. */
  readonly known: readonly string[];
  readonly iconOf: (status: string) => number | null;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  /** Absent when the workflow is only looked at. */
  readonly onChange?: ((file: WorkflowFile) => void) | undefined;
  readonly onNew?: (() => void) | undefined;
}

/** Statuses of the workflow as a list: the same as the boxes of the graph, for the keyboard and for screen readers. */
export function StatusList({ file, known, iconOf, chosen, onChoose, onChange, onNew }: StatusListProps): JSX.Element {
  const free = known.filter(each => !file.statuses.includes(each));
  return (
    <div className={classes['stack']}>
      {onChange === undefined ? undefined : (
        <Group gap="xs" wrap="nowrap">
          <Select
            style={{ flex: 1 }}
            aria-label={messages.statusList.addAStatus}
            placeholder={free.length === 0 ? messages.statusList.allStatusesAreIn : messages.statusList.addAStatus}
            searchable
            disabled={free.length === 0}
            value={null}
            data={free}
            nothingFoundMessage={messages.statusList.noSuchStatus}
            onChange={name => {
              if (name !== null) {
                onChange(addStatus(file, name));
                onChoose({ status: name });
              }
            }}
          />
          <Tooltip label={messages.statusList.makeAStatusForTheTeam}>
            <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={onNew}>
              {messages.shared.new}
            </Button>
          </Tooltip>
        </Group>
      )}
      <ul className={classes['rows']} aria-label={messages.statusList.statusesOfTheWorkflow}>
        {file.statuses.map(name => {
          const seen = file.roles.filter(role => visibleTo(file, role).includes(name));
          return (
            <li
              key={name}
              className={classes['row']}
              data-chosen={chosen !== undefined && 'status' in chosen && chosen.status === name}
            >
              <button
                type="button"
                className={classes['rowMain']}
                aria-pressed={chosen !== undefined && 'status' in chosen && chosen.status === name}
                onClick={() => onChoose({ status: name })}
              >
                <StatusIcon id={iconOf(name)} />
                <span className={classes['rowText']}>
                  <span className={classes['rowName']}>{name}</span>
                  <Text span size="sm" c="var(--loupe-muted)" truncate>
                    {seen.length === 0
                      ? messages.statusList.adminsOnly
                      : messages.statusList.seenBySeen(seen.join(', '))}
                  </Text>
                </span>
                {name === file.start_status ? (
                  <Text span size="sm" c="var(--loupe-success)">
                    {messages.shared.start}
                  </Text>
                ) : undefined}
              </button>
              {onChange === undefined ? undefined : (
                <>
                  {name === file.start_status ? undefined : (
                    <Tooltip label={messages.statusList.itemsBeginHere}>
                      <ActionIcon
                        aria-label={messages.statusList.startInName(name)}
                        onClick={() => onChange({ ...file, start_status: name })}
                      >
                        <Icon name="play" />
                      </ActionIcon>
                    </Tooltip>
                  )}
                  <Tooltip label={messages.statusList.takeOut}>
                    <ActionIcon
                      aria-label={messages.statusList.takeNameOut(name)}
                      onClick={() => {
                        onChange(removeStatus(file, name));
                        onChoose(undefined);
                      }}
                    >
                      <Icon name="close" />
                    </ActionIcon>
                  </Tooltip>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {file.statuses.length === 0 ? <Text c="var(--loupe-muted)">{messages.statusList.addTheStatus}</Text> : undefined}
    </div>
  );
}
