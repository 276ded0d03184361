import type { PictureView } from './picture-view.ts';
import { photographs } from './photographs/index.ts';
import type { Photograph } from './photographs/photograph.ts';
import { SeededRandom } from './seeded-random.ts';

/** Status of an item in the workflow, by the names of the system statuses. */
export type DemoStage = 'NotStarted' | 'InProgress' | 'QualityCheck' | 'Returned' | 'Completed';

/** One item to make. */
export interface DemoItem {
  readonly name: string;
  readonly photograph: Photograph;
  readonly view: PictureView;
  readonly stage: DemoStage;
  /** Share of its shapes that are drawn already. */
  readonly drawn: number;
  readonly pinned: boolean;
  /** For the choices made when its document is written. */
  readonly seed: number;
}

const seed = 20_261_120;
/** Of twenty items of a photograph: eight are not begun, the rest is spread over the workflow. */
const stages: readonly DemoStage[] = [
  'Completed',
  'NotStarted',
  'InProgress',
  'QualityCheck',
  'NotStarted',
  'Completed',
  'NotStarted',
  'QualityCheck',
  'NotStarted',
  'Returned',
  'InProgress',
  'NotStarted',
  'Completed',
  'NotStarted',
  'InProgress',
  'NotStarted',
  'Completed',
  'QualityCheck',
  'NotStarted',
  'Completed',
];

/** The whole photograph as it is. */
const wholeView = ({ width, height }: Photograph): PictureView => ({
  left: 0,
  top: 0,
  width,
  height,
  outWidth: width,
  outHeight: height,
  mirrored: false,
});

function partOf(photograph: Photograph, random: SeededRandom): PictureView {
  const share = random.between(0.55, 0.92);
  const width = Math.round(photograph.width * share);
  const height = Math.round(Math.min(photograph.height, width * random.between(0.62, 0.85)));
  const outWidth = random.whole(20, 25) * 40;
  return {
    left: random.whole(0, photograph.width - width),
    top: random.whole(0, photograph.height - height),
    width,
    height,
    outWidth,
    outHeight: Math.round((outWidth * height) / width),
    mirrored: random.chance(0.5),
  };
}

function drawnShare(stage: DemoStage, random: SeededRandom): number {
  if (stage === 'NotStarted') return 0;
  return stage === 'InProgress' ? random.between(0.3, 0.8) : 1;
}

/** All items of the demo project, in the order they are uploaded; the same at every call. */
export function demoPlan(): readonly DemoItem[] {
  const random = new SeededRandom(seed);
  return photographs.flatMap(photograph =>
    Array.from({ length: photograph.items }, (_, index): DemoItem => {
      const stage = stages[index % stages.length]!;
      return {
        name: `${photograph.name}-${String(index + 1).padStart(4, '0')}.jpg`,
        photograph,
        view: index === 0 ? wholeView(photograph) : partOf(photograph, random),
        stage,
        drawn: drawnShare(stage, random),
        pinned: index === 0,
        seed: random.whole(1, 1_000_000_000),
      };
    }),
  );
}
