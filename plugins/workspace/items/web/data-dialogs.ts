import { proxy, ref } from 'valtio';
import type { Folder } from '../common/item.ts';
import type { FileKind } from '../common/file-kinds.ts';
import type { FoundFile } from './uploading/collect-files.ts';
import type { Selection } from './selection.ts';
import type { Choice } from './uploading/upload-plan.ts';
import { choose } from './uploading/upload-plan.ts';

/** Open dialog of the data tab. */
export class DataDialogs {
  readonly state = proxy<{
    assign: Selection | undefined;
    priority: Selection | undefined;
    copy: Selection | undefined;
    folder: Folder | 'new' | undefined;
    choice: Choice | undefined;
    attach: boolean;
  }>({ assign: undefined, priority: undefined, copy: undefined, folder: undefined, choice: undefined, attach: false });

  assign(selection: Selection | undefined): void {
    this.state.assign = selection === undefined ? undefined : ref(selection);
  }

  priority(selection: Selection | undefined): void {
    this.state.priority = selection === undefined ? undefined : ref(selection);
  }

  copy(selection: Selection | undefined): void {
    this.state.copy = selection === undefined ? undefined : ref(selection);
  }

  folder(folder: Folder | 'new' | undefined): void {
    this.state.folder = folder === undefined || folder === 'new' ? folder : ref(folder);
  }

  /** The list of addresses. */
  attach(opened: boolean): void {
    this.state.attach = opened;
  }

  /** Files somebody dropped or picked; asked about before they are sent. */
  choose(found: readonly FoundFile[], kind: FileKind): void {
    this.state.choice = found.length === 0 ? undefined : ref(choose(found, kind));
  }

  /** Nothing is to be sent. */
  forgetChoice(): void {
    this.state.choice = undefined;
  }
}
