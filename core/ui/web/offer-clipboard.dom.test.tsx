import { afterEach, expect, it, vi } from 'vitest';
import { offerClipboard } from './offer-clipboard.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand');
});

/** A browser that copies what the page puts into the event of its command. */
function copying(allowed: boolean): string[] {
  const copied: string[] = [];
  document.execCommand = () => {
    if (!allowed) return false;
    const clipboardData = { setData: (_: string, text: string) => void copied.push(text) };
    document.dispatchEvent(Object.assign(new Event('copy', { cancelable: true }), { clipboardData }));
    return true;
  };
  return copied;
}

it('should copy where the browser has no clipboard for the page, and say when it may not', async () => {
  const navigator = {} as Navigator;
  offerClipboard(navigator);
  const copied = copying(true);
  await navigator.clipboard.writeText('https://loupe.test/item/7');
  expect(copied).toEqual(['https://loupe.test/item/7']);
  copying(false);
  await expect(navigator.clipboard.writeText('again')).rejects.toThrow('does not let this page copy');
});

it('should leave the clipboard of the browser alone', () => {
  const clipboard = { writeText: vi.fn() };
  const navigator = { clipboard } as unknown as Navigator;
  offerClipboard(navigator);
  expect(navigator.clipboard).toBe(clipboard);
});
