/** State of the editor that its panels show. */
export interface CloudEditorState {
  tool: string;
  frame: number;
  frames: number;
  playing: boolean;
  trajectory: boolean;
  /** The selected box is shown in all frames. */
  batch: boolean;
  /** Place of the open class menu, CSS pixels of the surface. */
  menu: { readonly x: number; readonly y: number } | undefined;
}
