import { useCallback, useSyncExternalStore } from 'react';
import type { Editor } from '#plugins/annotate/editor/web/kit/index.ts';
import type { TextController } from './text-controller.ts';
import { asTextEditor } from './text-editor.ts';

/** The open text of an editor; undefined until it is there, and for editors of other things. */
export function useController(editor: Editor | undefined): TextController | undefined {
  const texts = asTextEditor(editor);
  return useSyncExternalStore(
    useCallback((listener: () => void) => texts?.onToolChange(listener) ?? (() => undefined), [texts]),
    () => texts?.controller,
  );
}
