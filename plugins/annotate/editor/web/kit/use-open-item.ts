import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { EditorSession } from './editor-type.ts';
import type { OpenWork } from './open-item.ts';
import { OpenItemToken } from './open-item.ts';
import type { SceneSummary } from './scene.ts';

/** Returns the open item; the component is drawn again when it changes. */
export function useOpenItem(): OpenWork | undefined {
  const open = useService(OpenItemToken);
  return useSyncExternalStore(
    useCallback((listener: () => void) => open.onChange(listener), [open]),
    () => open.now,
  );
}

/** Counts and selection of the annotations; the component is drawn again with every change but hover and drafts. */
export function useSessionScene({ scene }: EditorSession): SceneSummary {
  return useSyncExternalStore(
    useCallback((listener: () => void) => scene.onChange(listener), [scene]),
    () => scene.summary,
  );
}

/** Calls back after each change of the view of the open editor. */
export function useView(listener: () => void): void {
  const editor = useOpenItem()?.editor;
  useEffect(() => editor?.onView(listener), [editor, listener]);
}
