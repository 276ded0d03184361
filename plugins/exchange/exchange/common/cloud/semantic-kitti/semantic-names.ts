/** Class names of SemanticKITTI by number; 0 is unlabelled. */
export const semanticNames: ReadonlyMap<number, string> = new Map([
  [1, 'outlier'],
  [10, 'car'],
  [11, 'bicycle'],
  [13, 'bus'],
  [15, 'motorcycle'],
  [16, 'on-rails'],
  [18, 'truck'],
  [20, 'other-vehicle'],
  [30, 'person'],
  [31, 'bicyclist'],
  [32, 'motorcyclist'],
  [40, 'road'],
  [44, 'parking'],
  [48, 'sidewalk'],
  [49, 'other-ground'],
  [50, 'building'],
  [51, 'fence'],
  [52, 'other-structure'],
  [60, 'lane-marking'],
  [70, 'vegetation'],
  [71, 'trunk'],
  [72, 'terrain'],
  [80, 'pole'],
  [81, 'traffic-sign'],
  [99, 'other-object'],
  [252, 'moving-car'],
  [253, 'moving-bicyclist'],
  [254, 'moving-person'],
  [255, 'moving-motorcyclist'],
  [256, 'moving-on-rails'],
  [257, 'moving-bus'],
  [258, 'moving-truck'],
  [259, 'moving-other-vehicle'],
]);

/** The file beside the labels that names the classes. */
export const NAMES_FILE = 'semantic-kitti.yaml';

/** Names by number of the `labels` of a configuration file of SemanticKITTI. */
export function namesOfYaml(text: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let inside = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) inside = /^labels\s*:/.test(line);
    const found = inside ? /^\s+(\d+)\s*:\s*(.+?)\s*$/.exec(line) : null;
    if (found === null) continue;
    const quoted = /^"(.*)"|^'(.*)'/.exec(found[2]!);
    const name = quoted === null ? found[2]!.replace(/\s+#.*$/, '') : (quoted[1] ?? quoted[2]!);
    names.set(Number(found[1]), name.replaceAll(String.raw`\"`, '"'));
  }
  return names;
}

/** The configuration file for names by number. */
export const yamlOfNames = (names: ReadonlyMap<number, string>): string =>
  `labels:\n${[...names].map(([number, name]) => `  ${number}: "${name.replaceAll('"', String.raw`\"`)}"\n`).join('')}`;
