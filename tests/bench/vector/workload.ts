/**
 * W1: 10 000 polygons of 20 vertices in 20 classes on a picture of 10 000 × 5 000 pixels. The seed makes every run the
 * same.
 */
export const workload = {
  seed: 20_260_301,
  polygons: 10_000,
  vertices: 20,
  classes: 20,
  width: 10_000,
  height: 5_000,
} as const;

/** One polygon of the workload. */
export interface WorkloadPolygon {
  readonly id: string;
  /** 0..19. */
  readonly class: number;
  /** x, y, x, y, … in image pixels, two decimals. */
  readonly points: readonly number[];
}

/** Random numbers 0..1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Cell-like shapes scattered over the picture, some overlapping. */
export function workloadPolygons(): readonly WorkloadPolygon[] {
  const random = seeded(workload.seed);
  const columns = 142;
  const cell = workload.width / columns;
  return Array.from({ length: workload.polygons }, (_, number) => {
    const x = ((number % columns) + 0.5 + (random() - 0.5) * 0.6) * cell;
    const y = (Math.floor(number / columns) + 0.5 + (random() - 0.5) * 0.6) * cell;
    const size = cell * (0.35 + random() * 0.3);
    const points: number[] = [];
    for (let vertex = 0; vertex < workload.vertices; vertex += 1) {
      const angle = (vertex / workload.vertices) * 2 * Math.PI;
      const radius = size * (0.75 + random() * 0.4);
      points.push(
        inside(x + Math.cos(angle) * radius, workload.width),
        inside(y + Math.sin(angle) * radius, workload.height),
      );
    }
    return { id: `shape-${number}`, class: Math.floor(random() * workload.classes), points };
  });
}

/** W2: 300 polygons of 5 000 vertices on a picture of the same size. */
export const heavyWorkload = { seed: 20_260_302, polygons: 300, vertices: 5_000 } as const;

/** Coastlines: large, rough shapes side by side that overlap a little. */
export function heavyPolygons(): readonly WorkloadPolygon[] {
  const random = seeded(heavyWorkload.seed);
  const columns = 20;
  const width = workload.width / columns;
  const height = workload.height / (heavyWorkload.polygons / columns);
  return Array.from({ length: heavyWorkload.polygons }, (_, number) => {
    const x = ((number % columns) + 0.5) * width;
    const y = (Math.floor(number / columns) + 0.5) * height;
    const waves = Array.from({ length: 6 }, (__, wave) => ({
      times: 2 + wave * 3,
      size: 0.12 / (wave + 1),
      from: random() * 7,
    }));
    const points: number[] = [];
    for (let vertex = 0; vertex < heavyWorkload.vertices; vertex += 1) {
      const angle = (vertex / heavyWorkload.vertices) * 2 * Math.PI;
      const radius =
        waves.reduce((sum, { times, size, from }) => sum + size * Math.sin(angle * times + from), 1) *
        (1 + (random() - 0.5) * 0.004);
      points.push(
        inside(x + Math.cos(angle) * radius * width * 0.52, workload.width),
        inside(y + Math.sin(angle) * radius * height * 0.52, workload.height),
      );
    }
    return { id: `shape-${number}`, class: Math.floor(random() * workload.classes), points };
  });
}

/** `#RRGGBB` of a class. */
export function workloadColor(index: number): string {
  const hue = (index * 360) / workload.classes;
  const channel = (offset: number): string => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (0.55 - 0.4 * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}

function inside(value: number, extent: number): number {
  return Math.round(Math.min(Math.max(value, 0), extent) * 100) / 100;
}
