/** Effect of a key in the form of attributes. */
export type AttributeKeyEffect = 'leave' | 'taken' | undefined;

const controls = 'input:not([disabled]):not([type="hidden"]), textarea:not([disabled])';

/**
 * The keys of the form of attributes: digits choose the options of the group one is in, the arrows go to the next
 * option or group, Enter and Esc go back to the picture. Text keeps its own keys. Undefined when the key is none of the
 * form's.
 */
export function attributeKey(
  form: HTMLElement,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>,
): AttributeKeyEffect {
  const { target } = event;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const listing = target.getAttribute('aria-expanded') === 'true';
  if (event.key === 'Escape') return listing ? undefined : 'leave';
  if (event.key === 'Enter')
    return listing || (event.shiftKey && target instanceof HTMLTextAreaElement) ? undefined : 'leave';
  const options = optionsAround(target);
  if (options.length === 0) return undefined;
  if (/^[0-9]$/.test(event.key)) return chooseOption(options, event.key === '0' ? 9 : Number(event.key) - 1);
  const at = options.indexOf(target as HTMLInputElement);
  switch (event.key) {
    case 'ArrowRight':
      return focusOn(options[(at + 1) % options.length]);
    case 'ArrowLeft':
      return focusOn(options[(at - 1 + options.length) % options.length]);
    case 'ArrowDown':
      return focusOn(groupBeside(form, target, 1));
    case 'ArrowUp':
      return focusOn(groupBeside(form, target, -1));
    default:
      return undefined;
  }
}

/** Puts the keyboard into the first attribute; into the class where it has none. */
export function enterForm(form: HTMLElement): void {
  (
    form.querySelector<HTMLElement>(`[role="group"] :is(${controls})`) ?? form.querySelector<HTMLElement>(controls)
  )?.focus();
}

/** Gives the keyboard back to the picture. */
export function leaveForm(): void {
  document.querySelector<HTMLElement>('[data-stage] [role="application"]')?.focus({ preventScroll: true });
}

function optionsAround(target: HTMLElement): readonly HTMLInputElement[] {
  if (!(target instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(target.type)) return [];
  return [...(target.closest('[role="group"]')?.querySelectorAll<HTMLInputElement>('input:not([disabled])') ?? [])];
}

function chooseOption(options: readonly HTMLInputElement[], place: number): AttributeKeyEffect {
  options[place]?.focus();
  options[place]?.click();
  return 'taken';
}

function groupBeside(form: HTMLElement, target: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const groups = [...form.querySelectorAll<HTMLElement>('[role="group"]')];
  return (
    groups[groups.indexOf(target.closest<HTMLElement>('[role="group"]')!) + step]?.querySelector<HTMLElement>(
      controls,
    ) ?? undefined
  );
}

function focusOn(element: HTMLElement | undefined): AttributeKeyEffect {
  element?.focus();
  return 'taken';
}
