import type { JSX } from 'react';
import { Outlet } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { SessionStore } from '#core/auth/web/index.ts';
import { Embedding } from '#core/bridge/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { CommandPalette } from './command-palette.tsx';
import { useFrameKeys } from './use-frame-keys.ts';

/**
 * The frame of a page that fills the window, such as the editor: nothing around it, but the palette over it. In a page
 * of somebody else it leads to no other page.
 */
export function BareFrame(): JSX.Element {
  const keys = useFrameKeys('palette');
  const pages = useService(Embedding).client === undefined;
  const { status } = useSnapshot(useService(SessionStore).state);
  return (
    <>
      <Outlet />
      {status === 'public' ? undefined : <CommandPalette opened={keys.palette} onClose={keys.close} pages={pages} />}
    </>
  );
}
