import { proxy } from 'valtio';

/** Whether the invite dialog is open: a command opens it from anywhere. */
export class InviteStore {
  readonly state = proxy({ open: false });

  show(open: boolean): void {
    this.state.open = open;
  }
}
