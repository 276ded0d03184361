import { proxy } from 'valtio';

/** State of the invite dialog: a command opens it from anywhere. */
export class InviteStore {
  readonly state = proxy({ open: false });

  show(open: boolean): void {
    this.state.open = open;
  }
}
