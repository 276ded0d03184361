/** The chosen part of a text field inside an element, in code points; nothing where none is chosen. */
export function chosenRange(
  element: HTMLElement | undefined,
): { readonly start: number; readonly end: number } | undefined {
  const field = element?.querySelector<HTMLTextAreaElement | HTMLInputElement>(
    'textarea, input[type="text"], input:not([type])',
  );
  const [start, end] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0];
  if (field === undefined || field === null || start === end) return undefined;
  const before = Array.from(field.value.slice(0, start)).length;
  return { start: before, end: before + Array.from(field.value.slice(start, end)).length };
}
