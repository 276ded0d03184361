import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import type { DocumentState } from '../document/document-state.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import { EditorController } from '../editor-controller.ts';
import type { Editor, EditorType } from '../kit/editor-type.ts';
import type { SceneSummary } from '../kit/scene.ts';

/** Returns the open work, for components that are only drawn while there is some. */
export function useOpen(): {
  readonly controller: EditorController;
  readonly document: EditorDocument;
  readonly opened: OpenedItem;
  readonly editor: Editor | undefined;
  readonly type: EditorType | undefined;
} {
  const controller = useService(EditorController);
  const shown = useSnapshot(controller.state);
  const { controller: now } = shown;
  const state = now.phase === 'ready' ? now : controller.left;
  if (state === undefined) throw new Error('useOpen needs an open item');
  return {
    controller,
    document: state.document as EditorDocument,
    opened: state.opened as OpenedItem,
    // The snapshot notes what is read: only components that read the editor are drawn again with it.
    get editor() {
      return shown.editor as Editor | undefined;
    },
    type: state.type as EditorType | undefined,
  };
}

/** The state of the open document; a component is drawn again when a part it reads changes. */
export function useDocumentState(document: EditorDocument): Readonly<DocumentState> {
  return useSnapshot(document.state) as Readonly<DocumentState>;
}

/** Counts and selection of the scene; not what follows the pointer. */
export function useScene(document: EditorDocument): SceneSummary {
  return useSyncExternalStore(
    listener => document.scene.onChange(listener),
    () => document.scene.summary,
  );
}

/** Draws again whenever `subscribe` calls back. */
export function useChanges(subscribe: ((listener: () => void) => () => void) | undefined): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => subscribe?.(again), [subscribe]);
}
