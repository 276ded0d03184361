/** Hands the person a file. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Some browsers read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Hands the person a value as a file of indented JSON. */
export function downloadJson(name: string, value: unknown): void {
  downloadFile(name, new Blob([`${JSON.stringify(value, undefined, 2)}\n`], { type: 'application/json' }));
}
