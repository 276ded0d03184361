import { Text, UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { ActionType } from '../../common/action-type.ts';
import { actionTypes } from '../../common/action-types.ts';
import type { EventType } from '../../common/event-type.ts';
import { eventTypes } from '../../common/event-types.ts';
import type { PipelineNode } from '../../common/pipeline.ts';
import { nodeIcons } from '../canvas/canvas-parts.ts';
import { messages } from '../messages.ts';
import classes from './editor.module.css';

/** Returns the types of one kind in their groups, without those whose plugin is not there. */
function sectionOf(
  kind: PipelineNode['kind'],
  plugins: ReadonlySet<string>,
): readonly { readonly group: string; readonly types: readonly PaletteEntry[] }[] {
  const all: readonly PaletteEntry[] = kind === 'event' ? eventTypes : actionTypes;
  const present = all.filter(each => each.plugin === undefined || plugins.has(each.plugin));
  return [...new Set(present.map(each => each.group))].map(group => ({
    group,
    types: present.filter(each => each.group === group),
  }));
}

type PaletteEntry = Pick<EventType | ActionType, 'type' | 'title' | 'description' | 'group' | 'plugin'>;

/** Events and actions to add. */
export function Palette({
  plugins,
  onAdd,
}: {
  /** Plugins that the team has. */
  readonly plugins: ReadonlySet<string>;
  readonly onAdd: (kind: PipelineNode['kind'], type: string) => void;
}): JSX.Element {
  const sections = [
    { kind: 'event', title: messages.palette.events },
    { kind: 'action', title: messages.shared.actions },
  ] as const;
  return (
    <nav className={classes['palette']} aria-label={messages.palette.palette}>
      {sections.map(({ kind, title }) => (
        <section key={title} aria-label={title}>
          <Text fw={600} pt={8} pb={4}>
            {title}
          </Text>
          {sectionOf(kind, plugins).map(({ group, types }) => (
            <div key={group}>
              <Text size="xs" c="var(--loupe-muted)" pt={4}>
                {group}
              </Text>
              {types.map(each => (
                <Tooltip key={each.type} label={each.description} position="right">
                  <UnstyledButton className={classes['entry']} onClick={() => onAdd(kind, each.type)}>
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
