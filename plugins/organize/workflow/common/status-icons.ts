/** An icon a status may have; `data` is an SVG path in a box of 24 × 24. */
export interface StatusIcon {
  readonly id: number;
  readonly name: string;
  readonly data: string;
}

const paths: Readonly<Record<string, string>> = {
  circle: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18',
  dot: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
  ring: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
  'half-circle': 'M12 3a9 9 0 0 0 0 18z',
  'quarter-circle': 'M12 12V3a9 9 0 0 1 9 9z',
  square: 'M4 4h16v16H4z',
  'small-square': 'M8 8h8v8H8z',
  triangle: 'M12 4l9 16H3z',
  'triangle-down': 'M12 20L3 4h18z',
  diamond: 'M12 2l10 10l-10 10L2 12z',
  pentagon: 'M12 3l9 7l-3.5 10.5h-11L3 10z',
  hexagon: 'M12 2l8.7 5v10L12 22l-8.7-5V7z',
  star: 'M12 2l3 7h7l-5.6 4.5L18.5 21L12 16.6L5.5 21l2.1-7.5L2 9h7z',
  check: 'M4 12l6 6L20 6',
  'double-check': 'M2 12l5 5l8-9M10 16l1.5 1.5L20 8',
  cross: 'M5 5l14 14M19 5L5 19',
  plus: 'M12 4v16M4 12h16',
  minus: 'M4 12h16',
  slash: 'M6 20L18 4',
  'arrow-up': 'M12 20V4M5 11l7-7l7 7',
  'arrow-down': 'M12 4v16M5 13l7 7l7-7',
  'arrow-left': 'M20 12H4M11 5l-7 7l7 7',
  'arrow-right': 'M4 12h16M13 5l7 7l-7 7',
  'arrow-back': 'M9 6L4 11l5 5M4 11h11a5 5 0 0 1 0 10h-3',
  chevrons: 'M5 6l6 6l-6 6M13 6l6 6l-6 6',
  play: 'M6 4l14 8l-14 8z',
  pause: 'M7 4v16M17 4v16',
  stop: 'M6 6h12v12H6z',
  skip: 'M5 4l11 8l-11 8zM19 4v16',
  flag: 'M5 21V4h13l-3 5l3 5H5',
  bookmark: 'M6 3h12v18l-6-5l-6 5z',
  eye: 'M2 12c5-9 15-9 20 0c-5 9-15 9-20 0M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5l4 2',
  hourglass: 'M6 3h12c0 5-5 6-5 9s5 4 5 9H6c0-5 5-6 5-9S6 8 6 3',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
  bolt: 'M13 2L4 14h7l-1 8l9-12h-7z',
  heart: 'M12 21C2 13 3 4 8 4c2 0 3 1 4 3c1-2 2-3 4-3c5 0 6 9-4 17',
  bell: 'M6 17V10a6 6 0 0 1 12 0v7l2 2H4zM10 21h4',
  tag: 'M3 3h8l10 10l-8 8L3 11zM7 7h.01',
  question: 'M8 9a4 4 0 1 1 6 3.5c-1.5 1-2 1.5-2 3.5M12 20h.01',
};

/** The icons of the system. Ids are stable: they travel on the wire. */
export const statusIcons: readonly StatusIcon[] = Object.entries(paths).map(([name, data], at) => ({
  id: at + 1,
  name,
  data,
}));

export const statusIconById = (id: number): StatusIcon | undefined => statusIcons.find(each => each.id === id);
