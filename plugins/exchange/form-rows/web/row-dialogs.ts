import { proxy } from 'valtio';

/** Where items are brought in: a folder of a project, or the project itself. */
export interface RowPlace {
  readonly projectId: number;
  readonly folderId: number | undefined;
}

/** Which dialog about rows is open. */
export class RowDialogs {
  readonly state = proxy<{ open: 'import' | 'generate' | undefined; place: RowPlace | undefined }>({
    open: undefined,
    place: undefined,
  });

  open(dialog: 'import' | 'generate', place: RowPlace): void {
    this.state.open = dialog;
    this.state.place = place;
  }

  close(): void {
    this.state.open = undefined;
  }
}
