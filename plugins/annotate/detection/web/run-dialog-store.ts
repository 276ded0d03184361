import { proxy, ref } from 'valtio';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';

/** The items on which a model is to be run. */
export class RunDialogStore {
  readonly state = proxy<{ selection: Selection | undefined }>({ selection: undefined });

  ask(selection: Selection | undefined): void {
    this.state.selection = selection === undefined ? undefined : ref(selection);
  }
}
