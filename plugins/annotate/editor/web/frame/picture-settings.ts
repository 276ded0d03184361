import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import type { ProjectLook, ShapeLook } from '#plugins/annotate/annotations/common/index.ts';
import { plainProjectLook } from '#plugins/annotate/annotations/common/index.ts';
import type { PictureLook, StageGuides } from '#plugins/annotate/stage/web/kit/index.ts';
import { noGuides, plainLook } from '#plugins/annotate/stage/web/kit/index.ts';

const KEY = 'loupe_picture_view';

/** Display settings of pictures, and guides over them. */
export interface PictureView {
  look: PictureLook;
  shapes: ShapeLook;
  guides: StageGuides;
  /** Undefined where the person has not chosen: editors of very large pictures show it. */
  minimap: boolean | undefined;
  /** Attribute values behind the class names of shapes. */
  attributes: boolean;
}

/** Choices of a person; the rest is as the project has it. */
interface Choices {
  readonly look: Partial<PictureLook>;
  readonly shapes: Partial<ShapeLook>;
}

/** The ranges of what a person can set. */
export const lookRanges = { brightness: [0.2, 3], contrast: [0.2, 4], gamma: [0.2, 4] } as const;
export const shapeRanges = { fill: [0, 1], lines: [0.5, 20], fontSize: [6, 40] } as const;
export const gridRange = [1, 1000] as const;

/**
 * Display settings of the person for pictures, kept in this browser; what they have not chosen is as the open project
 * has it.
 */
export class PictureSettings {
  readonly state: PictureView & { opened: boolean; chosen: boolean };
  #choices: Choices;
  #project: ProjectLook = plainProjectLook;

  constructor() {
    const { guides, minimap, attributes, ...choices } = stored();
    this.#choices = choices;
    this.state = proxy({ ...this.#looks(), guides, minimap, attributes, opened: false });
  }

  /** Shows pictures as a project has them, where the person has not chosen otherwise. */
  useProject(look: ProjectLook): void {
    this.#project = look;
    Object.assign(this.state, this.#looks());
  }

  setLook(change: Partial<PictureLook>): void {
    this.#choose({ ...this.#choices, look: { ...this.#choices.look, ...change } });
  }

  setShapes(change: Partial<ShapeLook>): void {
    this.#choose({ ...this.#choices, shapes: { ...this.#choices.shapes, ...change } });
  }

  /** Goes back to the look of the project. */
  reset(): void {
    this.#choose({ look: {}, shapes: {} });
  }

  setGuides(change: Partial<StageGuides>): void {
    this.state.guides = { ...this.state.guides, ...change };
    this.#store();
  }

  setMinimap(minimap: boolean): void {
    this.state.minimap = minimap;
    this.#store();
  }

  setAttributes(attributes: boolean): void {
    this.state.attributes = attributes;
    this.#store();
  }

  /** Shows or hides the choices. */
  open(opened: boolean): void {
    this.state.opened = opened;
  }

  #choose(choices: Choices): void {
    this.#choices = choices;
    Object.assign(this.state, this.#looks());
    this.#store();
  }

  #looks(): Pick<PictureView, 'look' | 'shapes'> & { readonly chosen: boolean } {
    const { brightness, contrast, ...shapes } = this.#project;
    const { look, shapes: own } = this.#choices;
    return {
      look: { ...plainLook, brightness, contrast, ...look },
      shapes: { ...shapes, ...own },
      chosen: Object.keys(look).length + Object.keys(own).length > 0,
    };
  }

  #store(): void {
    const { guides, minimap, attributes } = this.state;
    browserStore.set(KEY, JSON.stringify({ ...this.#choices, guides, minimap, attributes }));
  }
}

function stored(): Choices & Pick<PictureView, 'guides' | 'minimap' | 'attributes'> {
  try {
    const { look, shapes, guides, minimap, attributes } = JSON.parse(browserStore.get(KEY) ?? '{}') as {
      look?: Partial<PictureLook>;
      shapes?: Partial<ShapeLook>;
      guides?: Partial<StageGuides>;
      minimap?: boolean;
      attributes?: boolean;
    };
    const within = <Name extends string>(
      name: Name,
      value: unknown,
      [low, high]: readonly [number, number],
    ): Partial<Record<Name, number>> =>
      typeof value === 'number' && value >= low && value <= high ? ({ [name]: value } as Record<Name, number>) : {};
    return {
      look: {
        ...within('brightness', look?.brightness, lookRanges.brightness),
        ...within('contrast', look?.contrast, lookRanges.contrast),
        ...within('gamma', look?.gamma, lookRanges.gamma),
        ...(look?.inverted === true ? { inverted: true } : {}),
      },
      shapes: {
        ...within('fill', shapes?.fill, shapeRanges.fill),
        ...within('lines', shapes?.lines, shapeRanges.lines),
        ...within('fontSize', shapes?.fontSize, shapeRanges.fontSize),
        ...(typeof shapes?.labels === 'boolean' ? { labels: shapes.labels } : {}),
      },
      guides: {
        grid:
          typeof guides?.grid === 'number' && guides.grid >= 0 && guides.grid <= gridRange[1]
            ? guides.grid
            : noGuides.grid,
        crosshair: guides?.crosshair === true,
      },
      minimap: typeof minimap === 'boolean' ? minimap : undefined,
      attributes: attributes === true,
    };
  } catch {
    return { look: {}, shapes: {}, guides: noGuides, minimap: undefined, attributes: false };
  }
}
