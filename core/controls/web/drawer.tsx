import { Drawer as MantineDrawer } from '@mantine/core';
import type { DrawerProps } from '@mantine/core';
import type { JSX } from 'react';
import { FromFirstOpening, useCloseByEscape } from '#core/ui/web/index.ts';

/**
 * Mantine's, drawn from its first opening on.
 *
 * A drawer shows or changes one thing of a list that stays in sight, and may be left open while one works: the details
 * of a member, a project, a set of saved queries. A dialog (`Modal` of `core/ui`) asks a question or takes one step to
 * its end, with the action at its lower right: assign, import, invite, confirm. What needs more room than either is a
 * page.
 */
export function Drawer({ opened, closeOnEscape, transitionProps, ...props }: DrawerProps): JSX.Element {
  useCloseByEscape({ opened, closeOnEscape, onClose: props.onClose });
  return (
    <FromFirstOpening opened={opened}>
      {now => (
        <MantineDrawer
          opened={now}
          closeOnEscape={false}
          transitionProps={{ exitDuration: 0, ...transitionProps }}
          {...props}
        />
      )}
    </FromFirstOpening>
  );
}
