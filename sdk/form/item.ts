import type { FormPath } from './form-path.ts';
import type { ScriptEnd } from './script-end.ts';

/** The item that the form belongs to. */
export class ItemModule {
  readonly comments: {
    /**
     * Begins a comment about the item, or about a component. At most 2000 characters.
     * @throws Error when the person may not comment.
     */
    add(text: string, path?: string | FormPath): Promise<void>;
  };

  constructor(private readonly end: ScriptEnd) {
    this.comments = {
      async add(text, path) {
        await end.ask('comment', {
          text: String(text),
          ...(path === undefined ? {} : { path: end.mirror.place(path) }),
        });
      },
    };
  }

  /** The JSON that was imported with the item; undefined where there is none. */
  payload<Payload = unknown>(): Payload {
    return structuredClone(this.end.item.payload) as Payload;
  }

  /** Data stored about the item beside its values. */
  get metadata(): Readonly<Record<string, unknown>> {
    return structuredClone(this.end.item.metadata);
  }

  get id(): number {
    return this.end.item.id;
  }

  get name(): string {
    return this.end.item.name;
  }

  /** Name of the status, e.g. `QualityCheck`. */
  get status(): string {
    return this.end.item.status;
  }

  /** Name of the person's role in the project. */
  get role(): string {
    return this.end.item.role;
  }

  /** The person who fills the form in. */
  get user(): { readonly email: string } {
    return { ...this.end.item.user };
  }

  /** Name of the item's category; undefined without one. */
  get category(): string | undefined {
    return this.end.item.category;
  }
}
