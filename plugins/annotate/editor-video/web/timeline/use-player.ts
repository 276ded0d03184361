import { useEffect, useReducer } from 'react';
import { useSnapshot } from 'valtio';
import type { TimelineEditor } from './timeline-editor.ts';
import type { PlayerState, VideoPlayer } from '../video-player.ts';

/** The player of an editor, also after a file gave it another one. */
export function usePlayer(editor: TimelineEditor): VideoPlayer {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const { player } = editor;
  useEffect(
    () =>
      editor.onPlayer(() => {
        if (editor.player !== player) again();
      }),
    [editor, player],
  );
  return player;
}

/** The state of the player; a component is drawn again when a part it reads changes. */
export function usePlayerState(editor: TimelineEditor): Readonly<PlayerState> {
  return useSnapshot(usePlayer(editor).state);
}
