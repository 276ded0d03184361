import { proxy, ref } from 'valtio';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { PlaceableSkeleton } from '../common/skeleton-shape.ts';
import type { PolygonMode } from './vector-settings.ts';

/** The point of a shape whose label is being written. */
export interface LabelledPointKey {
  readonly id: string;
  readonly point: number;
}

/** Vertices of the selected shapes as they are, and as they would be simplified. */
export interface Simplified {
  readonly before: number;
  readonly after: number;
}

/** The skeletons a person can choose from. */
export type SkeletonList =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly skeletons: readonly PlaceableSkeleton[] }
  | { readonly phase: 'failed'; readonly reason: string };

/** State that the tools and the choices over the stage share while an item is open; nothing of it outlives the item. */
export class VectorController {
  readonly state = proxy<{
    tool: string;
    polygonMode: PolygonMode;
    labelling: LabelledPointKey | undefined;
    skeletons: SkeletonList;
    menu: Place | undefined;
    simplified: Simplified | undefined;
  }>({
    tool: 'select',
    polygonMode: 'shape',
    labelling: undefined,
    skeletons: { phase: 'loading' },
    menu: undefined,
    simplified: undefined,
  });
  readonly #load: (() => Promise<readonly PlaceableSkeleton[]>) | undefined;
  #asked = false;
  #leaving: (() => void) | undefined;
  #keeping: (() => void) | undefined;

  /** `load` fetches the skeletons; without it there are none. */
  constructor(load?: () => Promise<readonly PlaceableSkeleton[]>) {
    this.#load = load;
  }

  setTool(tool: string): void {
    this.state.tool = tool;
    this.state.polygonMode = 'shape';
    if (tool === 'template' && !this.#asked) void this.loadSkeletons();
  }

  /** Calls `leave` when a tool has done its work and the editor goes back to selecting. */
  onLeave(leave: () => void): void {
    this.#leaving = leave;
  }

  /** The tool in use has done its work. */
  leave(): void {
    this.#leaving?.();
  }

  /** Shows what can be done with the selection, at a place on the stage in CSS pixels. */
  openMenu(at: Place | undefined): void {
    this.state.menu = at === undefined ? undefined : ref(at);
  }

  /** Shows a preview of simplified shapes, with the way to keep it; nothing when there is none. */
  showSimplified(simplified: Simplified | undefined, keep?: () => void): void {
    this.state.simplified = simplified === undefined ? undefined : ref(simplified);
    this.#keeping = keep;
  }

  /** Keeps what is previewed. */
  keep(): void {
    this.#keeping?.();
  }

  setPolygonMode(mode: PolygonMode): void {
    this.state.polygonMode = mode;
  }

  label(key: LabelledPointKey | undefined): void {
    this.state.labelling = key === undefined ? undefined : ref(key);
  }

  /** Fetches the skeletons; a failure is shown with a way to try again. */
  async loadSkeletons(): Promise<void> {
    this.#asked = true;
    this.state.skeletons = ref({ phase: 'loading' as const });
    try {
      this.state.skeletons = ref({ phase: 'ready' as const, skeletons: (await this.#load?.()) ?? [] });
    } catch (error) {
      this.state.skeletons = ref({
        phase: 'failed' as const,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /** The skeleton that is placed next: the one chosen last, else the first. */
  skeleton(chosen: number | undefined): PlaceableSkeleton | undefined {
    const { skeletons: list } = this.state;
    if (list.phase !== 'ready') return undefined;
    return list.skeletons.find(({ id }) => id === chosen) ?? list.skeletons[0];
  }
}
