/** A name that no workflow has yet: “Name copy”, “Name copy 2” … */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map(each => each.toLowerCase()));
  let name = wanted.slice(0, 90);
  for (let step = 2; known.has(name.toLowerCase()); step++) name = `${wanted.slice(0, 90)} ${step}`;
  return name;
}
