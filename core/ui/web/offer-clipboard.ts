import { messages } from './messages.ts';

/** Puts a text into the clipboard by the command of the browser, which addresses without TLS have too. */
function copyByCommand(text: string): boolean {
  const put = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', put, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', put, { capture: true });
  }
}

/**
 * Offers writing to the clipboard on pages served over plain http, such as those of a server in the own network, where
 * browsers have no `navigator.clipboard`.
 */
export function offerClipboard(navigator: Navigator): void {
  if ('clipboard' in navigator && navigator.clipboard !== undefined) return;
  const writeText = async (text: string): Promise<void> => {
    if (!copyByCommand(text)) throw new DOMException(messages.offerClipboard.notAllowed, 'NotAllowedError');
  };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}
