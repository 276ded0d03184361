import { fileSize } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Returns the used share of a limit as text: `12,345 bytes of 5.0 MB (0.2 %)`. */
export function bytesText(bytes: number, limit: number): string {
  const percent = (bytes / limit) * 100;
  return messages.bytesText.bytesOfFileSize(
    bytes,
    fileSize(limit),
    percent > 0 && percent < 0.1 ? '<0.1' : percent.toLocaleString('en', { maximumFractionDigits: 1 }),
  );
}
