import { Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { actionTypes } from '../../common/action-types.ts';
import { eventTypes } from '../../common/event-types.ts';
import type { PipelineNode } from '../../common/pipeline.ts';
import { nodeIcons } from '../canvas/canvas-parts.ts';
import { messages } from '../messages.ts';
import classes from './editor.module.css';

const sections = ([messages.palette.events, messages.shared.actions] as const).map(title => {
  const all = title === 'Events' ? eventTypes : actionTypes;
  const groups = [...new Set(all.map(each => each.group))];
  return { title, groups: groups.map(group => ({ group, types: all.filter(each => each.group === group) })) };
});

/** Events and actions to add. */
export function Palette({
  onAdd,
}: {
  readonly onAdd: (kind: PipelineNode['kind'], type: string) => void;
}): JSX.Element {
  return (
    <nav className={classes['palette']} aria-label={messages.palette.palette}>
      {sections.map(({ title, groups }) => (
        <section key={title} aria-label={title}>
          <Text fw={600} pt={8} pb={4}>
            {title}
          </Text>
          {groups.map(({ group, types }) => (
            <div key={group}>
              <Text size="xs" c="var(--loupe-muted)" pt={4}>
                {group}
              </Text>
              {types.map(each => (
                <Tooltip key={each.type} label={each.description} position="right">
                  <UnstyledButton
                    className={classes['entry']}
                    onClick={() => onAdd(title === 'Events' ? 'event' : 'action', each.type)}
                  >
                    <Icon name={nodeIcons[each.type] ?? 'activity'} size={15} />
                    <span>{each.title}</span>
                  </UnstyledButton>
                </Tooltip>
              ))}
            </div>
          ))}
        </section>
      ))}
    </nav>
  );
}
