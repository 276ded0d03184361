/** A name without case, spaces and signs: `Traffic light`, `traffic_light`. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Returns the class with the same name for each label of a detector that has one. */
export function matchLabels(
  labels: readonly string[],
  classes: readonly { readonly id: number; readonly name: string }[],
): Readonly<Record<string, number>> {
  const byName = new Map(classes.toReversed().map(each => [plainName(each.name), each.id]));
  return Object.fromEntries(
    labels.flatMap(label => {
      const id = byName.get(plainName(label));
      return id === undefined ? [] : [[label, id]];
    }),
  );
}
