import { proxy, ref } from 'valtio';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';

/** Items that are added to a subset: to an existing one, or to a new one. */
export interface SubsetAddition {
  readonly selection: Selection;
  readonly to: 'existing' | 'new';
}

/** The open dialog *Add to subset* or *New subset*. */
export class SubsetDialog {
  readonly state = proxy<{ addition: SubsetAddition | undefined }>({ addition: undefined });

  open(selection: Selection, to: SubsetAddition['to']): void {
    this.state.addition = ref({ selection, to });
  }

  close(): void {
    this.state.addition = undefined;
  }
}
