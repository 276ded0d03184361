/** What the keys of an open designer do. */
export interface DesignerActions {
  save(): void;
  undo(): void;
  redo(): void;
}

/** The designer on screen, for the commands that have keys. */
export class DesignerKeys {
  open: DesignerActions | undefined;
}
