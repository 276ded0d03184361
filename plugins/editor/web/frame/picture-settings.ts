import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import type { PictureLook } from '../kit/stage/picture-look.ts';
import { plainLook } from '../kit/stage/picture-look.ts';
import type { StageGuides } from '../kit/stage/stage-guides.ts';
import { noGuides } from '../kit/stage/stage-guides.ts';

const KEY = 'loupe_picture_view';

/** How pictures are shown, and what helps the eye over them. */
export interface PictureView {
  look: PictureLook;
  guides: StageGuides;
  minimap: boolean;
}

/** The ranges of what a person can set. */
export const lookRanges = { brightness: [0.2, 3], contrast: [0.2, 4], gamma: [0.2, 4] } as const;
export const gridRange = [1, 1000] as const;

/** How the person likes pictures to be shown, the same on every item and kept in this browser. */
export class PictureSettings {
  readonly state = proxy<PictureView & { opened: boolean }>({ look: plainLook, guides: noGuides, minimap: false, ...stored(), opened: false });

  set(change: Partial<PictureView>): void {
    Object.assign(this.state, change);
    const { look, guides, minimap } = this.state;
    browserStore.set(KEY, JSON.stringify({ look, guides, minimap }));
  }

  setLook(change: Partial<PictureLook>): void {
    this.set({ look: { ...this.state.look, ...change } });
  }

  setGuides(change: Partial<StageGuides>): void {
    this.set({ guides: { ...this.state.guides, ...change } });
  }

  /** Shows or hides the choices. */
  open(opened: boolean): void {
    this.state.opened = opened;
  }
}

function stored(): Partial<PictureView> {
  try {
    const { look, guides, minimap } = JSON.parse(browserStore.get(KEY) ?? '{}') as Partial<PictureView>;
    const within = (value: unknown, [low, high]: readonly [number, number]): number => (typeof value === 'number' && value >= low && value <= high ? value : 1);
    return {
      look: { brightness: within(look?.brightness, lookRanges.brightness), contrast: within(look?.contrast, lookRanges.contrast), gamma: within(look?.gamma, lookRanges.gamma), inverted: look?.inverted === true },
      guides: { grid: typeof guides?.grid === 'number' && guides.grid >= 0 && guides.grid <= gridRange[1] ? guides.grid : 0, crosshair: guides?.crosshair === true },
      minimap: minimap === true,
    };
  } catch {
    return {};
  }
}
