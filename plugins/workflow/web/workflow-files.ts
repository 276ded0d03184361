/** Gives a workflow to the person as a file of JSON. */
export function downloadWorkflow(name: string, config: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(config, undefined, 2)}\n`], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: `${name}.json` }).click();
  URL.revokeObjectURL(url);
}

/** A name that no workflow has yet: “Name copy”, “Name copy 2” … */
export function freeName(wanted: string, taken: readonly string[]): string {
  const known = new Set(taken.map(each => each.toLowerCase()));
  let name = wanted.slice(0, 90);
  for (let step = 2; known.has(name.toLowerCase()); step++) name = `${wanted.slice(0, 90)} ${step}`;
  return name;
}
