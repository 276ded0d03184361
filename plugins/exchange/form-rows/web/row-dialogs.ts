import { proxy } from 'valtio';

/** Target of imported rows: a folder of a project, or the project itself. */
export interface RowPlace {
  readonly projectId: number;
  readonly folderId: number | undefined;
}

/** Open dialog about rows. */
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
