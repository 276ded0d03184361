import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { useMenu } from '../use-menu.ts';

/** The commands other plugins put at a place of the data tab, as small buttons. */
export function PlaceButtons({
  place,
  context,
}: {
  readonly place: string;
  readonly context: Readonly<Record<string, unknown>>;
}): JSX.Element {
  const commands = useService(CommandRegistry);
  return (
    <>
      {useMenu(place, context).map(each =>
        each.command === undefined ? undefined : (
          <Tooltip key={each.id} label={each.title}>
            <ActionIcon
              aria-label={each.title}
              disabled={each.disabled ?? false}
              onClick={() => void commands.run(each.command!, context)}
            >
              <Icon name={each.icon ?? 'circle'} />
            </ActionIcon>
          </Tooltip>
        ),
      )}
    </>
  );
}
