import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { shapeAt } from '../common/tracks/interpolate.ts';

/** The objects as they are at the moment that is shown; drafts take the place of what they change. */
export class ShownObjects {
  readonly #session: EditorSession;
  /** Instances are replaced when they change, so what was computed of one stays true. */
  readonly #known = new WeakMap<Instance, { readonly time: number; readonly shape: Instance | undefined }>();
  /** Microseconds. */
  time = 0;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  /** One object as it is now; undefined where it is not there. */
  get(id: string): Instance | undefined {
    const { scene } = this.#session;
    const draft = scene.drafts.get(id);
    if (draft !== undefined) return draft;
    const instance = scene.get(id);
    return instance === undefined ? undefined : this.at(instance);
  }

  /** An instance as it is now. */
  at(instance: Instance): Instance | undefined {
    const known = this.#known.get(instance);
    if (known?.time === this.time) return known.shape;
    const shape = shapeAt(instance, this.time);
    this.#known.set(instance, { time: this.time, shape });
    return shape;
  }

  /** All that are to be seen now, drafts of new objects too. */
  all(): readonly Instance[] {
    const { scene } = this.#session;
    const added = [...scene.drafts.values()].filter(draft => scene.get(draft.id) === undefined);
    const shown = scene.instances.flatMap(instance => {
      if (instance.visible === false || instance.type === 'tag') return [];
      const shape = scene.drafts.get(instance.id) ?? this.at(instance);
      return shape === undefined ? [] : [shape];
    });
    return [...shown, ...added];
  }
}
