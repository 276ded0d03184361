import { proxy, ref } from 'valtio';
import type { ExportRecord } from '../common/export-api.ts';

/** Initial values of the form of a new download. */
export interface ExportDraft {
  readonly projectId: number;
  /** Items chosen one by one; absent for the whole project. */
  readonly itemIds?: readonly number[];
  /** A dataset version that is exported as it was frozen. */
  readonly version?: { readonly id: number; readonly name: string };
  /** An earlier download to be made again. */
  readonly again?: ExportRecord;
}

/** Target of imported files: a folder of a project, or the project itself. */
export interface ImportPlace {
  readonly projectId: number;
  readonly folderId: number | undefined;
}

interface Open {
  draft: ExportDraft | undefined;
  importing: ImportPlace | undefined;
}

/** Open form of the downloads screen. It outlives a change of page, so that a command of another page opens it. */
export class TransferDialogs {
  readonly state = proxy<Open>({ draft: undefined, importing: undefined });

  /** Opens the form of a new download. */
  draft(draft: ExportDraft | undefined): void {
    this.state.draft = draft === undefined ? undefined : ref(draft);
  }

  /** Opens the import into a project. */
  import(place: ImportPlace | undefined): void {
    this.state.importing = place;
  }
}
