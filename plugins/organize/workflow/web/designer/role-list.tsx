import { ActionIcon, Button, Checkbox, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { addRole, removeRole, setVisible } from '../../common/workflow-draft.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { visibleTo } from '../../common/workflow-file.ts';
import { messages } from '../messages.ts';
import classes from '../workflow.module.css';

interface RoleListProps {
  readonly file: WorkflowFile;
  readonly known: readonly string[];
  /** Absent when the workflow is only looked at. */
  readonly onChange?: ((file: WorkflowFile) => void) | undefined;
  readonly onNew?: (() => void) | undefined;
}

/** Roles of the workflow, and the statuses whose items each sees. */
export function RoleList({ file, known, onChange, onNew }: RoleListProps): JSX.Element {
  const free = known.filter(each => !file.roles.includes(each));
  return (
    <div className={classes['stack']}>
      {onChange === undefined ? undefined : (
        <Group gap="xs" wrap="nowrap">
          <Select
            style={{ flex: 1 }}
            aria-label={messages.roleList.addARole}
            placeholder={free.length === 0 ? messages.roleList.allRolesAreIn : messages.roleList.addARole}
            searchable
            disabled={free.length === 0}
            value={null}
            data={free}
            nothingFoundMessage={messages.roleList.noSuchRole}
            onChange={name => {
              if (name !== null) onChange(addRole(file, name));
            }}
          />
          <Tooltip label={messages.roleList.makeARoleForTheTeam}>
            <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={onNew}>
              {messages.shared.new}
            </Button>
          </Tooltip>
        </Group>
      )}
      {file.roles.map(role => (
        <fieldset key={role} className={classes['card']}>
          <legend className={classes['legend']}>{role}</legend>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" c="var(--loupe-muted)">
              {messages.roleList.seesItemsIn}
            </Text>
            {onChange === undefined ? undefined : (
              <Tooltip label={messages.roleList.takeOut}>
                <ActionIcon
                  aria-label={messages.roleList.takeRoleOut(role)}
                  onClick={() => onChange(removeRole(file, role))}
                >
                  <Icon name="close" />
                </ActionIcon>
              </Tooltip>
            )}
          </Group>
          <div className={classes['ticks']}>
            {file.statuses.map(status => (
              <Checkbox
                key={status}
                label={status}
                disabled={onChange === undefined}
                checked={visibleTo(file, role).includes(status)}
                onChange={event => onChange?.(setVisible(file, role, status, event.currentTarget.checked))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Text size="sm" c="var(--loupe-muted)">
        {messages.roleList.projectAdminsSeeAllItems}
      </Text>
    </div>
  );
}
