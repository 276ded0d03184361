import { proxy, ref } from 'valtio';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';

/** The items whose categories are asked for. */
export class CategoryDialogStore {
  readonly state = proxy<{ selection: Selection | undefined }>({ selection: undefined });

  ask(selection: Selection | undefined): void {
    this.state.selection = selection === undefined ? undefined : ref(selection);
  }
}
