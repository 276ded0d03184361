import { Drawer as MantineDrawer } from '@mantine/core';
import type { DrawerProps } from '@mantine/core';
import type { JSX } from 'react';
import { FromFirstOpening } from '#core/ui/web/index.ts';

/** Mantine's, drawn from its first opening on. */
export function Drawer({ opened, ...props }: DrawerProps): JSX.Element {
  return <FromFirstOpening opened={opened}>{now => <MantineDrawer opened={now} {...props} />}</FromFirstOpening>;
}
