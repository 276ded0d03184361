import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Vector } from '../../common/geometry/box.ts';
import type { CloudCommands } from '../cloud-commands.ts';
import type { CloudData } from '../cloud-data.ts';
import type { CloudStage } from '../cloud-stage.ts';
import type { PointLabels } from '../labels/point-labels.ts';
import type { StageView } from '../stage-view.ts';
import type { OverlayPainter } from '../scene/overlay-painter.ts';
import type { ShownObjects } from '../shown-objects.ts';

/** A press, a move or a release of the pointer. */
export interface Pressed {
  readonly view: StageView;
  /** CSS pixels from the corner of the view. */
  readonly x: number;
  readonly y: number;
  readonly button: number;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** Gesture from a press of the pointer to its release. */
export interface Gesture {
  /** The view it stays in; absent where that does not matter. */
  readonly view?: StageView;
  move(at: Pressed): void;
  up(at: Pressed): void;
  cancel?(): void;
  paint?(painter: OverlayPainter, view: StageView): void;
}

/** The editor as gestures reach it. */
export interface CloudHost {
  readonly session: EditorSession;
  readonly stage: CloudStage;
  readonly shown: ShownObjects;
  readonly data: CloudData;
  readonly commands: CloudCommands;
  readonly labels: PointLabels;
  readonly tool: string;
  readonly readOnly: boolean;
  /** `#RRGGBB` of what is drawn next. */
  readonly color: string;
  /** Opens the choice of a class at a CSS pixel of the surface. */
  openMenu(x: number, y: number): void;
  closeMenu(): void;
  /** The places through which the selected object of a sequence goes; empty where they are not shown. */
  trajectory(): readonly Vector[];
}
