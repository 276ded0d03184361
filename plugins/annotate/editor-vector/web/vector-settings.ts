import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';

/**
 * Way of drawing boxes: by two opposite corners (a drag or two clicks), or by clicks on four outermost points of the
 * object.
 */
export type BoxMode = 'corners' | 'extremes';

/** Result of a ring drawn with the polygon tool: a shape of its own, a hole in a polygon, or another part of one. */
export type PolygonMode = 'shape' | 'hole' | 'part';

/** Switches of a person, the same on every item. */
export interface VectorSwitches {
  boxMode: BoxMode;
  snapToVertices: boolean;
  snapToBorders: boolean;
  sharedEdges: boolean;
  /** Id of the template placed last. */
  templateId: number | undefined;
  /** Tolerance of *Simplify*: largest distance of the new outline from the old one, in item pixels. */
  simplifyBy: number;
}

/** Upper limit of the tolerance of *Simplify*, in item pixels. */
export const mostSimplified = 20;

const initial: VectorSwitches = {
  boxMode: 'corners',
  snapToVertices: true,
  snapToBorders: false,
  sharedEdges: true,
  templateId: undefined,
  simplifyBy: 1,
};

/** The switches of the vector editor, kept in this browser for each person. */
export class VectorSettings {
  readonly state: VectorSwitches;
  readonly #key: string;

  /** `person` is whose switches these are, e.g. an e-mail address. */
  constructor(person: string) {
    this.#key = `loupe_vector_switches ${person}`;
    this.state = proxy<VectorSwitches>({ ...initial, ...this.#stored() });
  }

  set(change: Partial<VectorSwitches>): void {
    Object.assign(this.state, change);
    browserStore.set(this.#key, JSON.stringify(this.state));
  }

  #stored(): Partial<VectorSwitches> {
    try {
      const { boxMode, snapToVertices, snapToBorders, sharedEdges, templateId, simplifyBy } = JSON.parse(
        browserStore.get(this.#key) ?? '{}',
      ) as Partial<VectorSwitches>;
      return {
        ...(boxMode === 'corners' || boxMode === 'extremes' ? { boxMode } : {}),
        ...(typeof snapToVertices === 'boolean' ? { snapToVertices } : {}),
        ...(typeof snapToBorders === 'boolean' ? { snapToBorders } : {}),
        ...(typeof sharedEdges === 'boolean' ? { sharedEdges } : {}),
        ...(typeof templateId === 'number' ? { templateId } : {}),
        ...(typeof simplifyBy === 'number' && simplifyBy > 0
          ? { simplifyBy: Math.min(simplifyBy, mostSimplified) }
          : {}),
      };
    } catch {
      return {};
    }
  }
}
