import { proxy } from 'valtio';

/** An annotated object, or an entire picture, that is the example for others. */
export interface Example {
  readonly itemId: number;
  /** Place of the object in its document; undefined for the entire picture. */
  readonly position?: number;
  /** Its class; -1 for none. */
  readonly classId?: number;
}

/** The example that the dialog *Annotate similar* is open for. */
export class SimilarExample {
  readonly state = proxy<{ example: Example | undefined }>({ example: undefined });

  /** Opens the dialog for an example. */
  ask(example: Example): void {
    this.state.example = example;
  }

  close(): void {
    this.state.example = undefined;
  }
}
